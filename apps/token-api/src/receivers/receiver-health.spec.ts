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
  failedFirst: [],
  dayAttempts: 10,
  dayDelivered: 8,
  dayFailed: 1,
  circuitOpenSince: null,
  oldestPendingAt: ago(20),
};
const FAILING = {
  failedFirst: [ago(70), ago(60), ago(50)],
  lastFailureAt: ago(10),
  lastOutcome: 'http_status',
  lastHttpStatus: 503,
} as const;
const HELD = { until: ago(-60), httpStatus: 429 };
const LIMITED = { since: ago(100), oldestPendingAt: ago(90) };
const DISABLED = { at: ago(5), reason: 'it failed for 5 days.' };

const health = (row: Partial<HealthRow>, input: Partial<HealthInput> = {}) =>
  toHealth({ isEnabled: true, row: { ...ROW, ...row }, nowMs: NOW_MS, ...input });

describe('toHealth', () => {
  it.each([
    ['nothing is wrong', {}, {}, 'healthy', null, ''],
    ['two failures', { ...FAILING, failedFirst: FAILING.failedFirst.slice(0, 2) }, {}, 'healthy', null, ''],
    ['three failures within a minute', { ...FAILING, lastFailureAt: ago(11) }, {}, 'healthy', null, ''],
    ['three failures over a minute', FAILING, {}, 'failing', ago(70), 'HTTP status 503. Make the receiver answer with a 2xx status.'],
    [
      'failures without a status',
      { ...FAILING, lastOutcome: 'dns', lastHttpStatus: null, lastDetail: 'no address for shop.example.' },
      {},
      'failing',
      ago(70),
      'no address for shop.example. Check the host name of `url`.',
    ],
    ['an open circuit', { ...FAILING, circuitOpenSince: ago(30) }, {}, 'circuit_open', ago(30), 'within `timeoutMs`'],
    [
      'the receiver has asked to wait',
      FAILING,
      { held: HELD },
      'held',
      null,
      'answered 429 and asked to wait until 2026-03-29T10:01:00.000Z',
    ],
    ['it has waited long enough', {}, { held: { ...HELD, until: ago(0) } }, 'healthy', null, ''],
    ['more comes than may', {}, { limited: LIMITED }, 'limited', ago(100), 'waits since 2026-03-29T09:58:30.000Z'],
    ['failures are worse than limits', FAILING, { limited: LIMITED }, 'failing', ago(70), 'HTTP status 503'],
    ['paused by its customer', FAILING, { isEnabled: false }, 'paused', null, 'Set `enabled` to true'],
    ['disabled by the service', FAILING, { isEnabled: false, disabled: DISABLED }, 'disabled', ago(5), 'it failed for 5 days. Repair it'],
  ] as const)('%s: %#', (_, row, input, state, since, reason) => {
    const found = health(row, input);
    expect(found).toMatchObject({ state, since });
    expect(found.reason ?? '').toContain(reason);
    expect(found.reason === null).toBe(state === 'healthy');
    expect(found).toMatchObject({ lastSuccessAt: ago(300), oldestPendingAt: ago(20), last24h: { attempts: 10, delivered: 8, failed: 1 } });
  });

  it('is healthy, with zeros, before anything is known', () => {
    expect(toHealth({ isEnabled: true, row: undefined, nowMs: NOW_MS })).toEqual({
      state: 'healthy',
      since: null,
      lastSuccessAt: null,
      oldestPendingAt: null,
      last24h: { attempts: 0, delivered: 0, failed: 0 },
      reason: null,
    });
  });
});
