import { constants } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import type { ServerIdentity } from '../../../scripts/stack/certificates.js';
import type { Cell } from './cells.js';
import { type Habits, type Leaves, Visit } from './visit.js';

export interface HostileOptions extends Pick<Cell, 'stage' | 'end' | 'tls' | 'handshake' | 'connection'> {
  /** undefined = it speaks no TLS, as forward proxies may. */
  readonly identity: ServerIdentity | undefined;
  /** The body of an answer. */
  readonly body?: string;
  /** How long it offers to keep an idle connection; undefined = it does not say. */
  readonly keepsSeconds?: number;
  /** It ends its idle connections itself, as soon as it has answered. */
  readonly strikesIdle?: boolean;
}

/**
 * A server that ends at one stage in one way. It answers `healthy` requests well before that, then each connection and each request ends so.
 * It counts requests, not connections: a connection that carries no request changes nothing.
 */
export interface HostileServer {
  readonly port: number;
  /** How the requests are answered that come before. */
  readonly healthy: readonly Leaves[];
  /** Requests that it has answered well. */
  readonly answered: () => number;
  /** How often it has ended so. */
  readonly strikes: () => number;
  /** How often on a connection that had carried a request before. */
  readonly strikesOnKept: () => number;
  /** Connections that are open. */
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
    // Idle connections end by `strikeIdle`; each request is answered.
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

/** Who resumes a session is not asked for a certificate again. */
const sessionsOf = (stage: Cell['stage']): SecureContextOptions =>
  stage === 'certificate demanded' ? { secureOptions: constants.SSL_OP_NO_TICKET, sessionIdContext: 'hostile' } : {};
