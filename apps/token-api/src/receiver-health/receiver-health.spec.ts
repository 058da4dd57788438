import { describe, expect, it } from '@jest/globals';
import { type HealthInput, type HealthRow, toHealth } from './receiver-health.js';

const NOW_MS = Date.parse('2026-03-29T10:00:00Z');
const ago = (seconds: number): Date => new Date(NOW_MS - seconds * 1000);

const ROW: HealthRow = {
  lastSuccessAt: ago(300),
  lastFailureAt: null,
  lastOutcome: null,
  lastHttpStatus: null,
  lastDetail: null,
  lastFailureSince: null,
  failuresFrom: null,
  failedFirst: [],
  lastExhaustedAt: null,
  dayAttempts: 10,
  dayDelivered: 8,
  dayFailed: 1,
  circuitOpenSince: null,
  oldestPendingAt: ago(20),
  stillFailed: 3,
  offSince: null,
  heldSince: null,
  heldUntil: null,
  heldHttpStatus: null,
  limitedSince: null,
  waiting: null,
};
const FAILING = {
  failedFirst: [ago(70), ago(60), ago(50)],
  lastFailureAt: ago(10),
  lastOutcome: 'http_status',
  lastHttpStatus: 503,
} as const;
const NEVER = { lastSuccessAt: null };
const AGAIN = {
  lastSuccessAt: ago(400),
  lastFailureAt: ago(350),
  lastOutcome: 'http_status',
  lastHttpStatus: 410,
  failuresFrom: ago(100),
} as const;
const HELD = { heldSince: ago(15), heldUntil: ago(-60), heldHttpStatus: 429 };
const LIMITED = { limitedSince: ago(100), waiting: 120 };
const ENABLED = { enabled: true, maxPerSecond: null, disabled: null };
const SWITCHED_OFF = { ...ENABLED, enabled: false };
const TWO_A_SECOND = { ...ENABLED, maxPerSecond: 2 };
const GONE = { ...SWITCHED_OFF, disabled: { at: ago(5).toISOString(), reason: 'gone' } } as const;

const health = (row: Partial<HealthRow>, receiver: HealthInput['receiver'] = ENABLED) =>
  toHealth({ receiver, row: { ...ROW, ...row }, nowMs: NOW_MS });

describe('toHealth', () => {
  it.each([
    ['nothing is wrong', {}, undefined, 'healthy', null, ''],
    ['two failures', { ...FAILING, failedFirst: FAILING.failedFirst.slice(0, 2) }, undefined, 'healthy', null, ''],
    ['three failures within a minute', { ...FAILING, lastFailureAt: ago(11) }, undefined, 'healthy', null, ''],
    [
      'three failures within a minute that exhausted a delivery',
      { ...FAILING, lastFailureAt: ago(50), lastExhaustedAt: ago(50) },
      undefined,
      'failing',
      ago(70),
      'HTTP status 503',
    ],
    [
      'failures within a minute, and a delivery that was exhausted before the last success',
      { ...FAILING, lastFailureAt: ago(50), lastExhaustedAt: ago(400) },
      undefined,
      'healthy',
      null,
      '',
    ],
    [
      'three failures over a minute',
      FAILING,
      undefined,
      'failing',
      ago(70),
      'HTTP status 503. Make the receiver answer with a 2xx status.',
    ],
    [
      'failures without a status',
      { ...FAILING, lastOutcome: 'dns', lastHttpStatus: null, lastDetail: 'no address for shop.example.' },
      undefined,
      'failing',
      ago(70),
      'no address for shop.example. Check the host name of `url`.',
    ],
    ['an open circuit', { ...FAILING, circuitOpenSince: ago(30) }, undefined, 'circuit_open', ago(30), 'within `timeoutMs`'],
    [
      'the receiver has asked to wait',
      { ...FAILING, ...HELD },
      undefined,
      'held',
      ago(15),
      'answered 429 and asked to wait until 2026-03-29T10:01:00.000Z',
    ],
    [
      'its TLS handshakes are paused',
      { ...FAILING, ...HELD, heldHttpStatus: null },
      undefined,
      'held',
      ago(15),
      'The TLS handshakes of the receiver fail and take too much computing time. The next handshake is made at 2026-03-29T10:01:00.000Z.',
    ],
    ['it has waited long enough', { ...HELD, heldUntil: ago(0) }, undefined, 'healthy', null, ''],
    ['more events come than the limits allow', LIMITED, undefined, 'limited', ago(100), ': 120 deliveries wait. Raise'],
    ['more events come than `maxPerSecond` allows', LIMITED, TWO_A_SECOND, 'limited', ago(100), 'until about 2026-03-29T10:01:00.000Z'],
    ['far more events come', { ...LIMITED, waiting: 1000 }, TWO_A_SECOND, 'limited', ago(100), 'more than 1000 deliveries wait. Raise'],
    ['failures matter more than limits', { ...FAILING, ...LIMITED }, undefined, 'failing', ago(70), 'HTTP status 503'],
    [
      'switched off by its owner',
      { ...FAILING, ...HELD, offSince: ago(40) },
      SWITCHED_OFF,
      'switched_off',
      ago(40),
      'Set `enabled` to true',
    ],
    [
      'disabled by the service',
      { ...FAILING, ...HELD },
      GONE,
      'disabled',
      ago(5),
      'answered 410, and the service has disabled it. Repair it',
    ],
  ] as const)('%s: %#', (_, row, receiver, state, since, reason) => {
    const found = health(row, receiver);
    expect(found).toMatchObject({ state, since });
    expect(found.reason ?? '').toContain(reason);
    expect(found.reason === null).toBe(state === 'healthy');
    expect(found).toMatchObject({
      lastSuccessAt: ago(300),
      oldestPendingAt: ago(20),
      last24h: { attempts: 10, delivered: 8, failed: 1 },
      stillFailed: 3,
    });
  });

  it.each([
    ['nothing was sent', NEVER, 'new', null],
    ['the first attempt failed', { ...FAILING, ...NEVER, failedFirst: [ago(2)], lastFailureAt: ago(2) }, 'failing', ago(2)],
    ['it was enabled again after a failure', AGAIN, 'new', null],
    ['it was enabled again without a failure before', { ...AGAIN, lastFailureAt: null }, 'healthy', null],
    ['it was enabled again, and the first attempt failed', { ...AGAIN, failedFirst: [ago(2)], lastFailureAt: ago(2) }, 'failing', ago(2)],
    ['it was enabled again, and an attempt succeeded', { ...AGAIN, lastSuccessAt: ago(50) }, 'healthy', null],
    ['one attempt failed after successes', { ...FAILING, failedFirst: [ago(2)], lastFailureAt: ago(2) }, 'healthy', null],
  ] as const)('decides between new, healthy and failing: %s', (_, row, state, since) => {
    expect(health(row)).toMatchObject({ state, since });
  });

  it('is new, with zeros, before anything is known', () => {
    expect(toHealth({ receiver: ENABLED, row: undefined, nowMs: NOW_MS })).toEqual({
      state: 'new',
      since: null,
      lastSuccessAt: null,
      oldestPendingAt: null,
      last24h: { attempts: 0, delivered: 0, failed: 0 },
      stillFailed: 0,
      reason: null,
      lastFailure: null,
    });
  });

  it('shows the newest failure, even of a receiver that is healthy again', () => {
    const lastFailure = { at: ago(10), outcome: 'http_status', httpStatus: 503, since: ago(30) };
    expect(health({ ...FAILING, lastFailureSince: ago(30) })).toMatchObject({ state: 'failing', lastFailure });
    expect(health({ ...FAILING, failedFirst: [] })).toMatchObject({ state: 'healthy', lastFailure: { ...lastFailure, since: null } });
  });
});
