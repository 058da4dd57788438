import { constants } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import type { ServerIdentity } from '../../../scripts/stack/certificates.js';
import type { Cell } from './cells.js';
import { type Habits, type Leaves, Visit } from './visit.js';

export interface HostileOptions extends Pick<Cell, 'stage' | 'end' | 'tls' | 'handshake' | 'connection'> {
  /** undefined = the server speaks no TLS, as some forward proxies do. */
  readonly identity: ServerIdentity | undefined;
  /** The body of an answer. */
  readonly body?: string;
  /** How long the server offers to keep an idle connection; undefined = the server does not say. */
  readonly keepsSeconds?: number;
  /** The server ends its idle connections itself, as soon as it has answered. */
  readonly strikesIdle?: boolean;
}

/**
 * A server that ends connections at one stage in one way. First it answers the `healthy` requests; then each connection and each request
 * ends in that way. It counts requests, not connections: a connection without a request changes nothing.
 */
export interface HostileServer {
  readonly port: number;
  /** How the first requests are answered. */
  readonly healthy: readonly Leaves[];
  /** Number of requests that it has answered normally. */
  readonly answered: () => number;
  /** Number of ends so far. */
  readonly strikes: () => number;
  /** Number of ends on a connection that had carried a request before. */
  readonly strikesOnKept: () => number;
  /** Number of open connections. */
  readonly open: () => number;
  /** Ends the idle connections. */
  readonly strikeIdle: () => void;
  readonly close: () => Promise<void>;
}

const BODY = '{"access_token":"a-token","token_type":"Bearer","expires_in":3600}';

export async function startHostileServer(options: HostileOptions): Promise<HostileServer> {
  const healthy = healthyBefore(options);
  const visits = new Map<Socket, Visit>();
  const count = { answered: 0, strikes: 0, onKept: 0 };
  const { identity, tls, stage, end, body = BODY, keepsSeconds } = options;
  const habits: Habits = {
    stage,
    end,
    body,
    keepAlive: keepsSeconds === undefined ? '' : `Keep-Alive: timeout=${keepsSeconds}\r\n`,
    secureContext: identity && createSecureContext({ ...identity, ...sessionsOf(stage), minVersion: tls, maxVersion: tls }),
    isTls13: tls === 'TLSv1.3',
    // `strikeIdle` ends idle connections; each request is answered.
    nextAnswer: () => healthy[count.answered] ?? (stage === 'idle connection' ? 'keep' : undefined),
    answered: () => {
      count.answered += 1;
      if (options.strikesIdle) setImmediate(strikeIdle);
    },
    struck: (isKept) => {
      count.strikes += 1;
      if (isKept) count.onKept += 1;
    },
  };
  const strikeIdle = (): void => visits.forEach((visit) => visit.strike());
  const server = createServer((raw) => {
    visits.set(raw, new Visit(raw, habits));
    raw.once('close', () => visits.delete(raw));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    healthy,
    answered: () => count.answered,
    strikes: () => count.strikes,
    strikesOnKept: () => count.onKept,
    open: () => visits.size,
    strikeIdle,
    close: async () => {
      visits.forEach(({ raw }) => raw.destroy());
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function healthyBefore({ handshake, connection }: HostileOptions): Leaves[] {
  return [...(handshake === 'later' ? ['close' as const] : []), ...(connection === 'kept' ? ['keep' as const] : [])];
}

/** A client that resumes a session is not asked for a certificate again. */
const sessionsOf = (stage: Cell['stage']): SecureContextOptions =>
  stage === 'certificate demanded' ? { secureOptions: constants.SSL_OP_NO_TICKET, sessionIdContext: 'hostile' } : {};
