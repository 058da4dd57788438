import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type Clock, CLOCK, HOUR, MINUTE, SECOND, type Secret } from '#libs/config';
import type { NotMade } from '../http/outcome.js';
import { type NoToken, tooLate } from './token-answer.js';
import type { OAuth2Client } from '../receivers/receiver.js';
import type { Placement } from './token-request.js';
import { TokenEvents } from './token-events.provider.js';
import { OAuth2TokenClient, type TokenReply } from './oauth2-token.client.js';

/** A token is not used within this time before it expires (domain D.10). */
const EARLY_MS = 60 * SECOND;
/** After a failure the endpoint gets no request for this time, however many attempts are waiting. */
const PAUSE_MS = 100;
/** The number of earlier tokens that are still masked. */
const MOST_PAST = 5;
const UNUSED_MS = HOUR;
const SWEEP_MS = 10 * MINUTE;

export type Fetched =
  /** `past`: the earlier tokens, which an answer may still repeat. */
  | { readonly kind: 'token'; readonly token: Secret; readonly past: readonly Secret[] }
  | (Pick<NoToken, 'reason' | 'detail'> & { readonly kind: 'none'; readonly isLate: boolean })
  | NotMade;

export interface TokenNeed {
  readonly receiverId: string;
  readonly client: OAuth2Client;
  /** The receiver's time-out. */
  readonly timeoutMs: number;
  /** The end of the waiting attempt, ms of the steady clock. */
  readonly deadlineMs: number;
  /** The token that the receiver has just answered with 401: any other token will do. */
  readonly rejected?: Secret;
}

/** The token of one receiver under one version of its configuration. */
interface TokenEntry {
  token: Secret | undefined;
  /** Newest first. */
  past: readonly Secret[];
  usableUntilMs: number;
  /** The request under way; all attempts wait for the same request. */
  flight: Promise<Fetched> | undefined;
  placement: Placement;
  notBeforeMs: number;
  lastUsedMs: number;
}

/** Access tokens of OAuth2 receivers: cached, fetched by one request at a time (domain D.10). */
@Injectable()
export class OAuth2Tokens implements OnApplicationShutdown {
  private readonly entries = new Map<string, TokenEntry>();
  private readonly sweep = setInterval(() => this.forgetUnused(), SWEEP_MS).unref();

  constructor(
    private readonly client: OAuth2TokenClient,
    private readonly events: TokenEvents,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Returns the cached token or a fresh token, waiting until the attempt's deadline at most. Never throws. */
  async tokenFor(need: TokenNeed): Promise<Fetched> {
    const entry = this.entryOf(need);
    const { token } = entry;
    if (token && token.reveal() !== need.rejected?.reveal() && this.clock.steadyMs() < entry.usableUntilMs)
      return { kind: 'token', token, past: entry.past };
    entry.flight ??= this.fetch(entry, need).finally(() => (entry.flight = undefined));
    return untilDeadline(entry.flight, { ...need, leftMs: need.deadlineMs - this.clock.steadyMs() });
  }

  onApplicationShutdown(): void {
    clearInterval(this.sweep);
  }

  private entryOf({ receiverId, client }: TokenNeed): TokenEntry {
    const key = `${receiverId} ${client.version}`;
    const entry = this.entries.get(key) ?? newEntry();
    this.entries.set(key, entry);
    entry.lastUsedMs = this.clock.steadyMs();
    return entry;
  }

  /**
   * Fetches a token, limited by the receiver's time-out. The time left to the first attempt does not limit the request, because other
   * attempts wait for it too.
   */
  private async fetch(entry: TokenEntry, need: TokenNeed): Promise<Fetched> {
    await wait(Math.max(0, entry.notBeforeMs - this.clock.steadyMs()));
    const startedAtMs = this.clock.steadyMs();
    const reply = await this.ask(entry, need);
    const fetched = this.settle(entry, reply, startedAtMs);
    this.events.requested(need.receiverId, {
      durationMs: this.clock.steadyMs() - startedAtMs,
      ...(fetched.kind !== 'token' && { detail: fetched.detail }),
    });
    return fetched;
  }

  /** Sends id and secret in the header; if the endpoint refuses them there, asks once with both in the body. */
  private async ask(entry: TokenEntry, { receiverId, client, timeoutMs }: TokenNeed): Promise<TokenReply> {
    const limit = { timeoutMs, signal: AbortSignal.timeout(timeoutMs) };
    const reply = await this.client.ask({ receiverId, client, placement: entry.placement }, limit);
    if (entry.placement === 'body' || !isAboutClient(reply)) return reply;
    const second = await this.client.ask({ receiverId, client, placement: 'body' }, limit);
    if (isToken(second)) entry.placement = 'body';
    return toldOf(reply, second);
  }

  private settle(entry: TokenEntry, reply: TokenReply, startedAtMs: number): Fetched {
    if ('kind' in reply) return reply;
    if (!reply.ok) {
      entry.placement = 'header';
      entry.notBeforeMs = this.clock.steadyMs() + PAUSE_MS;
      return lacking(reply);
    }
    if (entry.token) entry.past = [entry.token, ...entry.past].slice(0, MOST_PAST);
    entry.token = reply.token;
    entry.usableUntilMs = startedAtMs + reply.lifetimeMs - EARLY_MS;
    return { kind: 'token', token: reply.token, past: entry.past };
  }

  private forgetUnused(): void {
    const beforeMs = this.clock.steadyMs() - UNUSED_MS;
    for (const [key, { lastUsedMs }] of this.entries) if (lastUsedMs < beforeMs) this.entries.delete(key);
  }
}

const newEntry = (): TokenEntry => ({
  token: undefined,
  past: [],
  usableUntilMs: 0,
  flight: undefined,
  placement: 'header',
  notBeforeMs: 0,
  lastUsedMs: 0,
});

const lacking = (reply: NoToken): Fetched => ({ ...reply, kind: 'none', isLate: 'isLate' in reply });

const isToken = (reply: TokenReply): boolean => 'ok' in reply && reply.ok;
/** The endpoint refuses the credentials, or refuses them in this place of the request. */
const isAboutClient = (reply: TokenReply): boolean => 'isAboutClient' in reply && reply.isAboutClient;

/**
 * Returns the reply to report. If both placements are refused, the first reply says why; any other failure of the second request is the
 * failure.
 */
function toldOf(first: TokenReply, second: TokenReply): TokenReply {
  if (isAboutClient(second)) return first;
  if ('kind' in second || second.ok || !('detail' in first)) return second;
  return { ...second, detail: `${first.detail}; with id and secret in the body it ${second.detail}` };
}

async function untilDeadline(
  flight: Promise<Fetched>,
  { leftMs, timeoutMs }: { readonly leftMs: number; readonly timeoutMs: number },
): Promise<Fetched> {
  const limit = new AbortController();
  const late = lacking(tooLate(timeoutMs));
  try {
    return await Promise.race([flight, wait(Math.max(0, leftMs), late, { signal: limit.signal })]);
  } finally {
    limit.abort();
  }
}
