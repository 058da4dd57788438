import { describe, expect, it } from '@jest/globals';
import { type Clock, Secret, systemClock } from '#libs/config';
import { oauth2Client } from '../../../../test/builders/oauth2-client.js';
import type { Connections } from '../http/connections.client.js';
import type { WebhookRequest } from '../http/webhook-request.js';
import { leftMs, within } from '../http/time-limit.js';
import { OAuth2Exchange } from './oauth2-exchange.service.js';
import type { Fetched, OAuth2Tokens, TokenNeed } from './oauth2-tokens.service.js';
import type { Posted, WebhookClient } from '../http/webhook.client.js';

const TIMEOUT_MS = 10_000;
const DETAILS = { url: 'https://shop.example/hook', requestHeaders: '' };
const DENIED: Posted = {
  outcome: { kind: 'http_status', httpStatus: 401, answer: 'no' },
  senderAddress: undefined,
  isSent: true,
  details: DETAILS,
};
const ACCEPTED: Posted = { outcome: { kind: 'accepted', httpStatus: 200 }, senderAddress: undefined, isSent: true, details: DETAILS };

describe('a receiver that answers 401', () => {
  /** Makes the exchange when the answer and the fresh token take this long. */
  const postedAfter = async (
    answerMs: number,
    tokenMs: number,
    fresh?: Fetched,
    second = ACCEPTED,
  ): Promise<{ posted: Posted; timeoutsMs: number[]; told: string[]; asked: number }> => {
    let nowMs = 0;
    let asked = 0;
    const timeoutsMs: number[] = [];
    const told: string[] = [];
    const clock: Clock = { ...systemClock, steadyMs: () => nowMs };
    const tokenFor = ({ rejected }: TokenNeed): Promise<Fetched> => {
      asked += 1;
      if (rejected) nowMs += tokenMs;
      return Promise.resolve((rejected && fresh) ?? { kind: 'token', token: new Secret(`t${asked}`), past: [] });
    };
    const post = (request: WebhookRequest): Promise<Posted> => {
      told.push(within(request));
      if (timeoutsMs.push(leftMs(request)) > 1) return Promise.resolve(second);
      nowMs += answerMs;
      return Promise.resolve(DENIED);
    };
    const exchange = new OAuth2Exchange({ tokenFor } as OAuth2Tokens, { post } as WebhookClient, {} as Connections, clock);
    const posted = await exchange.post(
      { receiverId: 'r', timeoutMs: TIMEOUT_MS, secrets: [] as readonly Secret[] } as WebhookRequest,
      oauth2Client,
    );
    return { posted, timeoutsMs, told, asked };
  };

  it('in good time gets a second POST with the rest of the time', async () => {
    const { posted, timeoutsMs, told } = await postedAfter(8_000, 1_000);
    expect([posted.outcome.kind, timeoutsMs]).toEqual(['accepted', [TIMEOUT_MS, 1_000]]);
    expect(told).toEqual(['within 10000 ms', 'within 10000 ms, of which the first POST and the token endpoint took 9000 ms']);
  });

  const late: Fetched = { kind: 'none', detail: 'did not answer completely in time', isLate: true };

  it.each<[string, number, number, Fetched | undefined]>([
    ['at the last moment', 9_999, 0, undefined],
    ['at the last moment, too late to fetch a token', 9_999, 1, late],
    ['early, but the fresh token comes at the last moment', 5_000, 4_500, undefined],
  ])('%s fails with the 401, and the next attempt has a fresh token', async (_, answerMs, tokenMs, fresh) => {
    const { posted, timeoutsMs, asked } = await postedAfter(answerMs, tokenMs, fresh);
    expect(posted.outcome).toEqual({
      ...DENIED.outcome,
      reason: 'too_late_for_second_post',
      detail: 'answered too late for a second POST with a fresh token',
    });
    expect([timeoutsMs, asked]).toEqual([[TIMEOUT_MS], 2]);
  });

  it('counts as contacted, even if the second POST finds no connection', async () => {
    const { posted } = await postedAfter(1_000, 1_000, undefined, { ...ACCEPTED, outcome: { kind: 'connection' }, isSent: false });
    expect(posted).toMatchObject({ outcome: { kind: 'connection' }, isSent: true });
  });

  it('in good time fails as late when its token endpoint does not answer in time', async () => {
    expect((await postedAfter(1_000, 9_000, late)).posted.outcome).toMatchObject({ kind: 'auth', httpStatus: 401, isLate: true });
  });
});
