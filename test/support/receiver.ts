import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import { writeFileSync } from 'node:fs';
import { type AddressInfo } from 'node:net';
import { type PeerCertificate, type TLSSocket } from 'node:tls';
import { join } from 'node:path';
import { type Authority, createAuthority, type IssueOptions, type ServerIdentity } from '../../scripts/stack/certificates.js';
import { type Behaviour, behave, isCounting } from './behaviour.js';
import { testStack } from './test-stack.js';

export interface ReceivedRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** The unchanged bytes of the body. */
  readonly body: Buffer;
  /** Time when the whole request had arrived, in epoch ms. */
  readonly atMs: number;
  /** Requests without an answer when this request had arrived, including this request. The count does not depend on a clock. */
  readonly open: OpenRequests;
  /** Address of the sender. */
  readonly from: string | undefined;
  /** SHA-256 of the client certificate of the connection. */
  readonly clientFingerprint: string | undefined;
  /** The id in the plain body or in the CloudEvent; undefined if the body is neither. */
  readonly eventid: string | undefined;
  json<T = Record<string, unknown>>(): T;
}

export interface OpenRequests {
  readonly atPath: number;
  readonly inAll: number;
}

export interface TestReceiver {
  readonly port: number;
  readonly url: (path?: string) => string;
  /** Sets the treatment of further requests to this path; default: an empty 200. */
  readonly behave: (path: string, behaviour: Behaviour) => void;
  /** All requests so far in order of arrival, or those of one path. */
  readonly requests: (path?: string) => readonly ReceivedRequest[];
  readonly forget: () => void;
  /** TLS connections opened so far. */
  readonly connections: () => number;
  /** Ends the server and every open connection. */
  readonly close: () => Promise<void>;
}

export interface ReceiverOptions extends IssueOptions {
  /** `untrusted`: signed by a CA that the apps do not trust. */
  readonly certificate?: 'trusted' | 'untrusted';
  /** Accepts only clients with a certificate of the trusted CA. */
  readonly demandsCertificate?: true;
  /** A fixed port, for example to replace an earlier receiver at its address. */
  readonly port?: number;
}

let authority: Promise<Authority> | undefined;

/** Path of the PEM file for EXTRA_CA_FILE, so that the apps trust the receivers of this test file. */
export async function receiverCaFile(): Promise<string> {
  const file = join(testStack().run.logs, `receiver-ca-${process.pid}.pem`);
  writeFileSync(file, (await trusted()).certificatePem);
  return file;
}

/** Starts a real HTTPS server on 127.0.0.1 that records every request. Tests set its behaviour for each path. */
export async function startReceiver(options: ReceiverOptions = {}): Promise<TestReceiver> {
  const requests: ReceivedRequest[] = [];
  const byPath = new Map<string, ReceivedRequest[]>();
  const behaviours = new Map<string, Behaviour>();
  const open = new Map<ServerResponse, string>();
  let connections = 0;
  const demand = options.demandsCertificate && { requestCert: true, rejectUnauthorized: true, ca: (await trusted()).certificatePem };
  const server = createServer({ ...(await identityFor(options)), ...demand }, (request, response) => {
    receive(request, response, { requests, byPath, behaviours, open }).catch(() => response.destroy());
  });
  server.on('secureConnection', () => connections++);
  const port = await listen(server, options.port ?? 0);
  return {
    port,
    url: (path = '/') => `https://127.0.0.1:${port}${path}`,
    behave: (path, behaviour) => behaviours.set(path, behaviour),
    requests: (path) => (path === undefined ? requests : (byPath.get(path) ?? [])),
    forget: () => {
      requests.splice(0);
      byPath.clear();
    },
    connections: () => connections,
    close: () => close(server),
  };
}

interface Memory {
  readonly requests: ReceivedRequest[];
  readonly byPath: Map<string, ReceivedRequest[]>;
  readonly behaviours: ReadonlyMap<string, Behaviour>;
  /** Responses that have not ended, with their paths. */
  readonly open: Map<ServerResponse, string>;
}

async function receive(incoming: IncomingMessage, response: ServerResponse, memory: Memory): Promise<void> {
  const { requests, byPath, behaviours } = memory;
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const request = toReceived(incoming, Buffer.concat(chunks), openWith(incoming, response, memory));
  const seen = byPath.get(request.path) ?? [];
  const behaviour = behaviours.get(request.path) ?? { kind: 'answer' };
  const seenBefore = isCounting(behaviour) ? [...seen] : [];
  requests.push(request);
  byPath.set(request.path, seen);
  seen.push(request);
  await behave(behaviour, { request, response, seenBefore });
}

/** A written answer is complete: the client may send the next request at once. */
function openWith(incoming: IncomingMessage, response: ServerResponse, { open }: Memory): OpenRequests {
  const path = urlOf(incoming).pathname;
  const over = (): void => void open.delete(response);
  open.set(response.once('prefinish', over).once('close', over), path);
  return { atPath: [...open.values()].filter((each) => each === path).length, inAll: open.size };
}

const urlOf = ({ url }: IncomingMessage): URL => new URL(url ?? '/', 'https://receiver');

function toReceived(incoming: IncomingMessage, body: Buffer, open: OpenRequests): ReceivedRequest {
  const url = urlOf(incoming);
  return {
    path: url.pathname,
    query: url.searchParams,
    method: incoming.method ?? '',
    headers: incoming.headers,
    body,
    atMs: Date.now(),
    open,
    from: incoming.socket.remoteAddress,
    clientFingerprint: fingerprintOf(incoming.socket as TLSSocket),
    eventid: eventidOf(body),
    json: <T>() => JSON.parse(body.toString()) as T,
  };
}

/** Node returns an empty object if there is no certificate. */
const fingerprintOf = (socket: TLSSocket): string | undefined =>
  (socket.getPeerCertificate() as Partial<PeerCertificate> | null)?.fingerprint256;

function eventidOf(body: Buffer): string | undefined {
  try {
    const { eventid, id } = JSON.parse(body.toString()) as { eventid?: string; id?: string };
    return eventid ?? id;
  } catch {
    return undefined;
  }
}

function trusted(): Promise<Authority> {
  authority ??= createAuthority('Test CA');
  return authority;
}

/** Returns a certificate with these options, for a server of another kind. */
export async function identityFor({ certificate = 'trusted', ...options }: ReceiverOptions): Promise<ServerIdentity> {
  const signer = certificate === 'trusted' ? await trusted() : await createAuthority('A stranger’s CA');
  return signer.issue(options);
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
