import { describe, expect, it } from '@jest/globals';
import { Secret } from '#libs/config';
import type { DeliveryAttempt } from '#libs/contracts';
import { prepareRequest } from './prepare-request.js';
import type { ReceiverAuth, ReceiverEndpoint } from '../receivers/receiver.js';

const attempt: DeliveryAttempt = {
  deliveryId: 'd',
  deliveryCreatedAtMs: 0,
  receiverId: 'r',
  account: 1,
  consignmentId: 'c',
  eventid: '7f8f6a7e-0000-5000-8000-000000000000',
  event: 'onDelivered',
  round: 1,
  attempt: 1,
  references: { courier: 'dhl-germany', tracking_number: 'ä +/&#1', client: 'shop' },
  body: Buffer.from('{"event":"onDelivered"}'),
};

const receiver: ReceiverEndpoint = {
  receiverId: 'r',
  url: 'https://shop.example/hook',
  enabled: true,
  queryParameters: [],
  auth: { type: 'none' },
  signingSecrets: [],
  timeoutMs: 15_000,
  maxPerSecond: null,
  maxInFlight: null,
};

const context = { nowMs: 1_614_265_330_500, allowed: [] };

describe('prepareRequest', () => {
  it('posts the stored body as JSON to the receiver’s URL', () => {
    expect(prepareRequest(attempt, receiver, context)).toEqual({
      ok: true,
      request: {
        receiverId: 'r',
        origin: 'https://shop.example',
        path: '/hook',
        shownUrl: 'https://shop.example/hook',
        headers: { 'content-type': 'application/json', 'user-agent': 'parcel-event-webhooks/1' },
        secretHeaders: {},
        secrets: [],
        body: attempt.body,
        timeoutMs: 15_000,
      },
    });
  });

  it.each([
    ['https://shop.example/hook', ['courier'], '/hook?courier=dhl-germany'],
    ['https://shop.example', ['courier'], '/?courier=dhl-germany'],
    ['https://shop.example/hook?a=%2F&b', ['courier', 'client'], '/hook?a=%2F&b&courier=dhl-germany&client=shop'],
    ['https://shop.example/hook?client=own', ['client', 'courier'], '/hook?client=own&courier=dhl-germany'],
    ['https://shop.example/hook', ['tracking_number'], '/hook?tracking_number=%C3%A4%20%2B%2F%26%231'],
  ] as const)('%s mirroring %j is %s (edge cases 35, 46)', (url, queryParameters, path) => {
    const prepared = prepareRequest(attempt, { ...receiver, url, queryParameters: [...queryParameters] }, context);
    expect(prepared.ok && prepared.request.path).toBe(path);
  });

  it.each([
    ['https://shop.example/hook?key=own', [], 'https://shop.example/hook?key=own'],
    ['https://shop.example/hook?client=own', ['client', 'tracking_number'], 'https://shop.example/hook?client=own&tracking_number=***'],
    ['https://shop.example:8443', ['courier', 'client'], 'https://shop.example:8443/?courier=***&client=***'],
  ] as const)('%s mirroring %j is shown as %s', (url, queryParameters, shown) => {
    const prepared = prepareRequest(attempt, { ...receiver, url, queryParameters: [...queryParameters] }, context);
    expect(prepared.ok && prepared.request.shownUrl).toBe(shown);
  });

  it('signs the published example of Standard Webhooks', () => {
    // The secret, id, time and signature come from the reference tests of the Standard Webhooks specification.
    const signed = prepareRequest(
      { ...attempt, eventid: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: Buffer.from('{"test": 2432232314}') },
      { ...receiver, signingSecrets: [new Secret('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')] },
      context,
    );
    expect(signed.ok && signed.request.headers).toMatchObject({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('signs with both secrets during a rotation', () => {
    const signingSecrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'whsec_plJ3nmyCDGBKInavdOK15jsl'].map((text) => new Secret(text));
    const signed = prepareRequest(attempt, { ...receiver, signingSecrets }, context);
    expect(signed.ok && signed.request.headers['webhook-signature']?.split(' ')).toHaveLength(2);
  });

  const secretHeadersOf = (auth: ReceiverAuth): Record<string, string> | undefined => {
    const prepared = prepareRequest(attempt, { ...receiver, auth }, context);
    expect(JSON.stringify(prepared)).not.toContain('test:123');
    if (!prepared.ok) return undefined;
    return Object.fromEntries(Object.entries(prepared.request.secretHeaders).map(([name, secret]) => [name, secret.reveal()]));
  };

  it('sends Basic credentials in UTF-8: the example of RFC 7617', () => {
    // The user and password come from the example in RFC 7617, section 2.1.
    const auth = { type: 'basic', username: 'test', password: new Secret('123£') } as const;
    expect(secretHeadersOf(auth)).toEqual({ authorization: 'Basic dGVzdDoxMjPCow==' });
  });

  it('sends several credential headers', () => {
    const auth = { type: 'headers', headers: { 'X-Api-Key': new Secret('k'), Authorization: new Secret('Token t') } } as const;
    expect(secretHeadersOf(auth)).toEqual({ 'X-Api-Key': 'k', Authorization: 'Token t' });
  });

  it('sends nothing when the credentials cannot be opened', () => {
    const prepared = prepareRequest(attempt, { ...receiver, auth: { type: 'unreadable' } }, context);
    expect(prepared).toMatchObject({ ok: false, outcome: { kind: 'auth' } });
  });

  it('refuses a URL that the guard refuses, even if the row is older than the rule', () => {
    expect(prepareRequest(attempt, { ...receiver, url: 'https://169.254.169.254/' }, context)).toMatchObject({
      ok: false,
      outcome: { kind: 'guard' },
    });
  });
});
