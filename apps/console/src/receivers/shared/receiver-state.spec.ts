import { describe, expect, it } from '@jest/globals';
import type { Schemas } from '../../api/schemas.js';
import { byRank, causeOf, needsSomebody, type Ranked, rejectsCredentials, stateText, stillFailedText, whyOf } from './receiver-state.js';

const HEALTHY: Schemas['ReceiverHealth'] = {
  state: 'healthy',
  since: null,
  lastSuccessAt: '2026-03-29T10:00:00Z',
  oldestPendingAt: null,
  last24h: { attempts: 32, delivered: 0, failed: 2 },
  stillFailed: 0,
  reason: null,
  lastFailure: null,
};
const SINCE = '2026-03-29T14:35:00Z';
const NOW_MS = Date.parse('2026-03-29T15:00:00Z');
const ZONE = 'Asia/Kathmandu';
const clock = '20:20';
const GONE = { at: SINCE, reason: 'gone' } as const;
const REFUSED = { at: SINCE, outcome: 'http_status', httpStatus: 500, since: null } as const;
const TIMEOUT = { at: SINCE, outcome: 'timeout', httpStatus: null, since: null } as const;

describe('the advice about the state of a receiver', () => {
  it.each([
    ['healthy', {}, null, 'arrive'],
    ['new', { state: 'new', lastSuccessAt: null }, null, 'Nothing sent yet.'],
    ['new, after it was switched on again', { state: 'new', lastFailure: REFUSED }, null, 'Nothing sent since then.'],
    ['failing', { state: 'failing', reason: 'Correct `url`.', lastFailure: REFUSED }, null, '200 to 299'],
    ['failing without a known failure', { state: 'failing', reason: 'Correct `url`.' }, null, 'Correct url.'],
    ['healthy, and its account is slowed', { reason: 'Your account has its share.' }, null, 'Your account has its share.'],
    ['switched_off', { state: 'switched_off', reason: 'Set `enabled`.' }, null, 'Switch it on'],
    ['disabled', { state: 'disabled', reason: 'Repair it.' }, GONE, 'The service disabled it, as configured.'],
  ] as const)('%s', (_, health, disabled, cause) => {
    expect(causeOf({ disabled, health: { ...HEALTHY, ...health } }, ZONE)).toContain(cause);
  });
});

describe('the problem of a receiver in a few words', () => {
  it.each([
    [
      { state: 'failing', since: SINCE, stillFailed: 74, lastFailure: REFUSED },
      null,
      `500 Internal Server Error since ${clock}, 74 not delivered`,
    ],
    [{ state: 'failing', since: SINCE, lastFailure: TIMEOUT }, null, `No answer in time since ${clock}`],
    [
      { state: 'failing', since: '2026-03-29T14:05:00Z', lastFailure: { ...REFUSED, outcome: 'tls', httpStatus: null, since: SINCE } },
      null,
      `TLS failed since ${clock}`,
    ],
    [{ state: 'circuit_open', since: SINCE, lastFailure: TIMEOUT }, null, `No answer in time since ${clock}`],
    [{ state: 'disabled', since: SINCE, stillFailed: 1000 }, GONE, `Disabled at ${clock}: it answered 410 Gone, 1,000+ not delivered`],
    [{ state: 'healthy', stillFailed: 2, lastFailure: REFUSED, lastSuccessAt: null }, null, '500 Internal Server Error, 2 not delivered'],
    [
      { state: 'new', stillFailed: 2, lastFailure: { ...REFUSED, httpStatus: 410 } },
      null,
      'Nothing sent since the last failure: 410 Gone, 2 not delivered',
    ],
    [
      { state: 'healthy', stillFailed: 2, lastFailure: { ...REFUSED, at: '2026-03-29T10:00:01Z' } },
      null,
      '500 Internal Server Error, 2 not delivered',
    ],
    [{ state: 'held', stillFailed: 2, lastFailure: REFUSED }, null, 'Held, 2 not delivered'],
    [
      { state: 'healthy', stillFailed: 2, lastFailure: { ...REFUSED, at: '2026-03-29T09:00:00Z' } },
      null,
      'Works again after 500 Internal Server Error, 2 not delivered',
    ],
  ] as const)('%j', (health, disabled, why) => {
    const receiver = { disabled, health: { ...HEALTHY, ...health } };
    expect(whyOf(receiver, NOW_MS, ZONE)).toBe(why);
    expect(needsSomebody(receiver)).toBe(true);
  });

  it('needs no attention while the receiver is healthy, new, limited, held or switched off', () => {
    for (const state of ['healthy', 'new', 'limited', 'held', 'switched_off'] as const)
      expect(needsSomebody({ health: { ...HEALTHY, state } })).toBe(false);
  });
});

it('names a receiver that was switched on again, with nothing sent since, otherwise than a new receiver', () => {
  expect([stateText({ state: 'new', lastFailure: null }), stateText({ state: 'new', lastFailure: REFUSED })]).toEqual([
    'New',
    'Switched on',
  ]);
});

it.each([
  ['failing', 401, true],
  ['failing', 403, false],
  ['healthy', 401, false],
] as const)('%s with HTTP %d: its server rejects the credentials: %s', (state, httpStatus, isSo) => {
  expect(rejectsCredentials({ ...HEALTHY, state, lastFailure: { ...REFUSED, httpStatus } })).toBe(isSo);
});

it('tells a failure of long ago with its day', () => {
  const receiver = { disabled: GONE, health: { ...HEALTHY, state: 'disabled', since: SINCE } } as const;
  expect(whyOf(receiver, NOW_MS + 86_400_000, ZONE)).toBe(`Disabled on 29 Mar, ${clock}: it answered 410 Gone`);
});

it('sorts the worst receiver first', () => {
  const rows: Ranked[] = [
    { state: 'healthy', stillFailed: 0, name: 'a 10' },
    { state: 'healthy', stillFailed: 0, name: 'a 9' },
    { state: 'healthy', stillFailed: 3, name: 'c' },
    { state: 'failing', stillFailed: 0, name: 'd' },
  ];
  expect(rows.toSorted(byRank).map(({ name }) => name)).toEqual(['d', 'c', 'a 9', 'a 10']);
});

it.each([
  [[], '0'],
  [[74, 0], '74'],
  [[1000, 3], '1,003+'],
])('counts the deliveries that are still failed: %j', (counts, text) => {
  expect(stillFailedText(counts)).toBe(text);
});
