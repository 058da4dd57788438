import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Secret, systemClock } from '#libs/config';
import { oauth2Client } from '../../../../test/builders/oauth2-client.js';
import type { TokenEvents } from './token-events.provider.js';
import type { Placement } from './token-request.js';
import type { OAuth2TokenClient, TokenReply } from './oauth2-token.client.js';
import { OAuth2Tokens, type TokenNeed } from './oauth2-tokens.service.js';

const UNKNOWN: TokenReply = { ok: false, detail: 'answered 401 invalid_client', isAboutClient: true };
const OWN_FAULT: TokenReply = { kind: 'local_fault', side: 'proxy', detail: 'no proxy is left' };

describe('a token endpoint that refuses the credentials in the header', () => {
  let tokens: OAuth2Tokens;

  afterEach(() => tokens.onApplicationShutdown());

  const fetchedWhere = (inBody: TokenReply): ReturnType<OAuth2Tokens['tokenFor']> => {
    const ask = ({ placement }: { placement: Placement }): Promise<TokenReply> =>
      Promise.resolve(placement === 'header' ? UNKNOWN : inBody);
    const events = { requested: () => undefined };
    tokens = new OAuth2Tokens({ ask } as unknown as OAuth2TokenClient, events as unknown as TokenEvents, systemClock);
    return tokens.tokenFor({ receiverId: 'r', client: oauth2Client, timeoutMs: 1_000, deadlineMs: systemClock.steadyMs() + 1_000 });
  };
  const both = (detail: string): string => `answered 401 invalid_client; with id and secret in the body it ${detail}`;

  it.each<[string, TokenReply, object]>([
    ['and in the body', { ...UNKNOWN, detail: 'answered 400' }, { kind: 'none', detail: UNKNOWN.detail, isLate: false }],
    [
      'and hangs with the body: the token is late',
      { ok: false, detail: 'did not answer completely in time', isLate: true },
      { kind: 'none', detail: both('did not answer completely in time'), isLate: true },
    ],
    [
      'and accepts the body',
      { ok: false, detail: 'answered 400 invalid_scope', isAboutClient: false },
      { kind: 'none', detail: both('answered 400 invalid_scope'), isLate: false },
    ],
    ['while a local fault occurs: charged to nobody', OWN_FAULT, OWN_FAULT],
    ['but gives a token for the body', { ok: true, token: new Secret('t'), lifetimeMs: 1 }, { kind: 'token' }],
  ])('%s', async (_, inBody, fetched) => {
    expect(await fetchedWhere(inBody)).toMatchObject(fetched);
  });
});

const LIFETIME_MS = 3_600_000;
const EARLY_MS = 60_000;
const ANSWER_MS = 500;
const BEGUN_MS = 1_000;
const REFUSED: TokenReply = { ok: false, detail: 'answered 503', isAboutClient: false };

describe('tokens', () => {
  let tokens: OAuth2Tokens;
  let nowMs: number;
  let asked: Placement[];
  let limitsMs: number[];
  let told: object[];
  /** The endpoint's next replies; when there are none, it gives a token. */
  let replies: TokenReply[];

  beforeEach(() => {
    [nowMs, asked, limitsMs, told, replies] = [BEGUN_MS, [], [], [], []];
    const ask = ({ placement }: { placement: Placement }, { timeoutMs }: { timeoutMs: number }): Promise<TokenReply> => {
      asked.push(placement);
      limitsMs.push(timeoutMs);
      nowMs += ANSWER_MS;
      return Promise.resolve(replies.shift() ?? { ok: true, token: new Secret(`t${asked.length}`), lifetimeMs: LIFETIME_MS });
    };
    const events = { requested: (receiverId: string, fields: object): void => void told.push({ receiverId, ...fields }) };
    const clock = { nowMs: () => 0, steadyMs: () => nowMs };
    tokens = new OAuth2Tokens({ ask } as unknown as OAuth2TokenClient, events as unknown as TokenEvents, clock);
  });
  afterEach(() => tokens.onApplicationShutdown());

  const fetch = async (need: Partial<TokenNeed> = {}): Promise<string> => {
    const fetched = await tokens.tokenFor({ receiverId: 'r', client: oauth2Client, timeoutMs: 1_000, deadlineMs: nowMs + 10_000, ...need });
    return fetched.kind === 'token' ? fetched.token.reveal() : fetched.detail;
  };

  it('are used until a minute before they expire, counted from the request', async () => {
    expect(await fetch()).toBe('t1');
    nowMs = BEGUN_MS + LIFETIME_MS - EARLY_MS - 1;
    expect(await fetch()).toBe('t1');
    nowMs += 1;
    expect(await fetch()).toBe('t2');
  });

  it.each<[string, Partial<TokenNeed>, string]>([
    ['the rejected token is not used again', { rejected: new Secret('t1') }, 't2'],
    ['the newer token is used after an earlier rejection', { rejected: new Secret('t0') }, 't1'],
    ['each receiver has its own', { receiverId: 'another' }, 't2'],
    ['each version of a configuration has its own', { client: { ...oauth2Client, version: '2' } }, 't2'],
  ])('%s', async (_, need, expected) => {
    await fetch();
    expect(await fetch(need)).toBe(expected);
  });

  it('are requested once for all who need one', async () => {
    expect(await Promise.all([fetch(), fetch()])).toEqual(['t1', 't1']);
    expect(asked).toEqual(['header']);
  });

  it('are requested with the whole time-out of the receiver', async () => {
    await fetch({ timeoutMs: 60_000 });
    expect(limitsMs).toEqual([60_000]);
  });

  it('are reported: duration and failure', async () => {
    replies = [REFUSED];
    await fetch();
    await fetch({ receiverId: 'another' });
    expect(told).toEqual([
      { receiverId: 'r', durationMs: ANSWER_MS, detail: 'answered 503' },
      { receiverId: 'another', durationMs: ANSWER_MS },
    ]);
  });

  it('are not requested again at once after a refusal, however little time an attempt has', async () => {
    replies = [REFUSED];
    await fetch();
    expect([await fetch({ deadlineMs: nowMs }), asked.length]).toEqual(['did not answer completely within the time-out of 1000 ms', 1]);
    expect([await fetch(), asked.length]).toEqual(['t2', 2]);
  });

  it('are requested with the body from the first success on, until a refusal', async () => {
    replies = [UNKNOWN];
    const askAnew = (): Promise<string> => fetch({ rejected: new Secret(`t${asked.length}`) });
    expect([await fetch(), await askAnew()]).toEqual(['t2', 't3']);
    expect(asked).toEqual(['header', 'body', 'body']);
    replies = [UNKNOWN];
    expect([await askAnew(), await fetch({ rejected: new Secret('t3') })]).toEqual([UNKNOWN.detail, 't5']);
    expect(asked.slice(3)).toEqual(['body', 'header']);
  });
});
