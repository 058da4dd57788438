import { type IncomingMessage, request as httpRequest } from 'node:http';
import { isRedirect } from '#libs/contracts';
import { loopbackOnly } from '../loopback-only.js';

export interface LocalPost {
  readonly url: URL;
  /** Path and query. */
  readonly path: string;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** How a POST ended. Only a whole answer is an answer. */
export type LocalAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly ms: number; readonly location?: string | undefined }
  | { readonly kind: 'unanswered'; readonly reason: string; readonly ms: number };

/** As in webhook-sender: a longer answer is not read, and its status counts. */
const MOST_ANSWER_BYTES = 64 * 1024;

/** Makes one POST on a connection of its own, so that a kept connection that the server closes cannot cause a repeat. Never throws. */
export async function postLocal({ url, path, headers, body, timeoutMs, signal }: LocalPost): Promise<LocalAnswer> {
  const beganAt = performance.now();
  const ms = (): number => Math.round(performance.now() - beganAt);
  const timeout = AbortSignal.timeout(timeoutMs);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = httpRequest({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? 80 : url.port,
    method: 'POST',
    path,
    headers,
    setHost: false,
    agent: false,
    lookup: loopbackOnly,
    signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
  });
  request.on('response', resolve).on('error', reject);
  request.on('upgrade', (_, socket) => {
    socket.destroy();
    reject(new Error('it answers by switching to another protocol'));
  });
  request.end(body);
  try {
    const response = await promise;
    await read(response);
    const { statusCode: status = 0, headers: answered } = response;
    return { kind: 'answered', status, ms: ms(), ...(isRedirect(status, answered.location) && { location: answered.location ?? '' }) };
  } catch (error) {
    return {
      kind: 'unanswered',
      ms: ms(),
      reason: timeout.aborted ? `no whole answer within ${timeoutMs / 1000} s` : reasonOf(error as Failure),
    };
  } finally {
    request.destroy();
  }
}

async function read(response: IncomingMessage): Promise<void> {
  let bytes = 0;
  for await (const chunk of response) {
    bytes += (chunk as Buffer).length;
    if (bytes > MOST_ANSWER_BYTES) return;
  }
}

interface Failure extends NodeJS.ErrnoException {
  readonly errors?: readonly NodeJS.ErrnoException[];
}

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was closed before the whole answer came',
  ERR_STREAM_PREMATURE_CLOSE: 'the connection was closed before the whole answer came',
};

const reasonOf = ({ code, message, errors }: Failure): string => WORDS[code ?? errors?.[0]?.code ?? ''] ?? message;
