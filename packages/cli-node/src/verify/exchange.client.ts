// One HTTP request to a receiver. Like the service: no redirects, one deadline for the whole answer, and an answer that never ends counts.
import { type Agent, type ClientRequest, type IncomingMessage, request as overTcp } from 'node:http';
import { request as overTls } from 'node:https';
import { loopbackOnly } from '../loopback-only.js';
import { DeadlinePassed, NoAnswer, type Reached } from './failed-exchange.js';

const KIB = 1024;
const MAX_HEADER_BYTES = 64 * KIB;

export interface Asked {
  readonly url: URL;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly agent: Agent;
  readonly timeoutMs: number;
  /** The most bytes of a body that are read; then the connection is closed, and the answer counts. */
  readonly mostBytes: number;
}

export interface Answered {
  readonly status: number;
  /** The body up to `mostBytes`, as text. */
  readonly text: string;
  readonly isCut: boolean;
}

export class ExchangeFailure extends Error {
  constructor(
    override readonly cause: Error,
    readonly reached: Reached,
    /** The connection was kept from an earlier request, and the server had closed it before it could read this one. */
    readonly isStaleConnection: boolean,
  ) {
    super(cause.message);
  }
}

/** @throws ExchangeFailure */
export function exchange(asked: Asked): Promise<Answered> {
  let reached: Reached = 'connecting';
  let request: ClientRequest | undefined;
  return new Promise<Answered>((resolve, reject) => {
    const deadline = setTimeout(() => fail(new DeadlinePassed()), asked.timeoutMs);
    const settle = (answered: Answered): void => {
      clearTimeout(deadline);
      resolve(answered);
    };
    function fail(cause: Error): void {
      clearTimeout(deadline);
      const isReset = 'code' in cause && (cause.code === 'ECONNRESET' || cause.code === 'EPIPE');
      reject(new ExchangeFailure(cause, reached, isReset && reached !== 'answering' && request?.reusedSocket === true));
      request?.destroy();
    }
    try {
      request = begin(asked);
    } catch (error) {
      return fail(error as Error); // a header that cannot be sent
    }
    whenConnected(request, () => (reached = 'written'));
    request.on('error', fail);
    request.on('information', () => fail(new NoAnswer('interim_answer')));
    request.on('upgrade', (_, socket) => {
      socket.destroy();
      fail(new NoAnswer('protocol_change'));
    });
    request.on('response', (response) => {
      reached = 'answering';
      read(response, asked.mostBytes, { settle, fail });
    });
    request.end(asked.body);
  });
}

function begin({ url, method, headers, body, agent }: Asked): ClientRequest {
  const start = url.protocol === 'https:' ? overTls : overTcp;
  const { hostname, port, pathname, search } = url;
  const length = method === 'POST' ? { 'content-length': String(Buffer.byteLength(body)) } : {};
  return start({
    host: hostname.replace(/^\[|\]$/g, ''),
    port,
    path: pathname + search,
    method,
    headers: { ...headers, ...length },
    agent,
    ...(url.protocol === 'http:' && { lookup: loopbackOnly }),
    maxHeaderSize: MAX_HEADER_BYTES,
  });
}

function whenConnected(request: ClientRequest, then: () => void): void {
  request.on('socket', (socket) => {
    if (!socket.connecting) return then(); // kept from an earlier request
    socket.once('encrypted' in socket ? 'secureConnect' : 'connect', then);
  });
}

interface Settling {
  readonly settle: (answered: Answered) => void;
  readonly fail: (cause: Error) => void;
}

function read(response: IncomingMessage, mostBytes: number, { settle, fail }: Settling): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const answered = (isCut: boolean): Answered => ({
    status: response.statusCode ?? 0,
    text: Buffer.concat(chunks).subarray(0, mostBytes).toString('utf8'),
    isCut,
  });
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes <= mostBytes) return;
    settle(answered(true));
    response.destroy();
  });
  response.on('error', fail);
  response.on('end', () => settle(answered(false)));
}
