import { type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type ReceivedRequest } from './receiver.js';

/** How a receiver treats a request. */
export type Behaviour =
  | {
      readonly kind: 'answer';
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
      readonly delayMs?: number;
      /** Answers only after this promise has settled. */
      readonly after?: Promise<unknown>;
    }
  /** Accepts the request and never answers. */
  | { readonly kind: 'hang' }
  /** Answers 200 and sends one byte every `everyMs`, for ever. */
  | { readonly kind: 'drip'; readonly everyMs: number }
  /** Answers 200 with a body that never comes (`stall`) or breaks off (`cut`). */
  | { readonly kind: 'stall' | 'cut' }
  /** Answers 200 with a body of that many bytes. */
  | { readonly kind: 'huge'; readonly bytes: number }
  | { readonly kind: 'redirect'; readonly to: string; readonly status?: number }
  /** Destroys the socket instead of answering. */
  | { readonly kind: 'close' }
  /** Answers `status` (default 500) the first `times` times, then 200; counted for each event, or for the path as a whole. */
  | { readonly kind: 'fail'; readonly times: number; readonly status?: number; readonly each?: 'event' | 'path' }
  /**
   * Uses the first behaviour for the first request to the path, and so on; the last behaviour applies to all further requests. No test has
   * to be faster than the retries.
   */
  | { readonly kind: 'turns'; readonly turns: readonly [Behaviour, ...Behaviour[]] };

/** Tells whether the behaviour needs `seenBefore`. */
export const isCounting = ({ kind }: Behaviour): boolean => kind === 'fail' || kind === 'turns';

const CHUNK = Buffer.alloc(64 * 1024, 'x');

export interface Exchange {
  readonly request: ReceivedRequest;
  readonly response: ServerResponse;
  /** The earlier requests to the same path; collected only for behaviours that count. */
  readonly seenBefore: readonly ReceivedRequest[];
}

/** Treats the request according to the behaviour. */
export async function behave(behaviour: Behaviour, exchange: Exchange): Promise<void> {
  const { request, response, seenBefore } = exchange;
  switch (behaviour.kind) {
    case 'answer':
      await Promise.all([pause(behaviour.delayMs ?? 0), behaviour.after]);
      response.writeHead(behaviour.status ?? 200, behaviour.headers).end(behaviour.body ?? '');
      return;
    case 'hang':
      return;
    case 'drip':
      return drip(response, behaviour.everyMs);
    case 'stall':
      response.writeHead(200).flushHeaders();
      return;
    case 'cut':
      response.writeHead(200, { 'content-length': '100' }).write('.', () => response.socket?.destroy());
      return;
    case 'huge':
      return flood(response, behaviour.bytes);
    case 'redirect':
      response.writeHead(behaviour.status ?? 302, { location: behaviour.to }).end();
      return;
    case 'close':
      response.socket?.destroy();
      return;
    case 'fail':
      response.writeHead(hasFailedEnough(behaviour, request, seenBefore) ? 200 : (behaviour.status ?? 500)).end();
      return;
    case 'turns':
      return behave(behaviour.turns[seenBefore.length] ?? behaviour.turns.at(-1)!, exchange);
  }
}

function hasFailedEnough(
  behaviour: Extract<Behaviour, { kind: 'fail' }>,
  request: ReceivedRequest,
  seenBefore: readonly ReceivedRequest[],
): boolean {
  const counted = behaviour.each === 'path' ? seenBefore : seenBefore.filter((earlier) => earlier.eventid === request.eventid);
  return counted.length >= behaviour.times;
}

async function drip(response: ServerResponse, everyMs: number): Promise<void> {
  response.writeHead(200);
  while (!response.destroyed) {
    response.write('.');
    await pause(everyMs);
  }
}

async function flood(response: ServerResponse, bytes: number): Promise<void> {
  response.writeHead(200);
  for (let left = bytes; left > 0 && !response.destroyed; left -= CHUNK.length) {
    const hasRoom = response.write(CHUNK.subarray(0, Math.min(left, CHUNK.length)));
    if (!hasRoom) await untilDrained(response);
  }
  response.end();
}

/** A sender that stops reading closes the socket: then there is nothing to wait for. */
function untilDrained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.once('drain', done).once('close', done);
  });
}
