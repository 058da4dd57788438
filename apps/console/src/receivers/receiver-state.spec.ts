import { describe, expect, it } from '@jest/globals';
import type { Schemas } from '../api/schemas.js';
import { byRank, type Ranked, stateOf } from './receiver-state.js';

const NOW_MS = Date.parse('2026-03-29T10:00:00Z');
const ago = (seconds: number): string => new Date(NOW_MS - seconds * 1000).toISOString();

type Health = Schemas['ReceiverHealth'];

const HEALTHY: Health = {
  state: 'healthy',
  since: null,
  lastSuccessAt: ago(20),
  oldestPendingAt: null,
  last24h: { attempts: 12, delivered: 10, failed: 0 },
  reason: null,
};
const NOTHING = { attempts: 0, delivered: 0, failed: 0 };
const GONE = { at: ago(60), reason: 'gone' } as const;

const judge = (health: Partial<Health>, recentP95Ms?: number) =>
  stateOf({
    receiver: {
      enabled: health.state !== 'paused',
      disabled: health.state === 'disabled' ? GONE : null,
      health: { ...HEALTHY, ...health },
    },
    nowMs: NOW_MS,
    recentP95Ms,
  });

describe('how a receiver does', () => {
  it.each([
    ['all goes well', {}, 'flowing', 'arrives'],
    ['some failed before', { last24h: { attempts: 12, delivered: 10, failed: 2 } }, 'flowing', '2 deliveries of the last 24 hours failed'],
    ['all failed', { last24h: { attempts: 32, delivered: 0, failed: 2 } }, 'failing', 'None of the last 24 hours arrived'],
    ['no success for a while', { state: 'failing', reason: 'Correct `url`.' }, 'failing', 'Correct url.'],
    ['it does not answer', { state: 'circuit_open', reason: 'It does not answer.' }, 'failing', 'It does not answer.'],
    ['an attempt comes again', { oldestPendingAt: ago(300) }, 'retrying', 'for 5 min'],
    ['nothing has arrived yet', { oldestPendingAt: ago(30), last24h: { attempts: 5, delivered: 0, failed: 0 } }, 'retrying', 'No webhook'],
    ['a fresh one waits', { oldestPendingAt: ago(30) }, 'flowing', 'arrives'],
    ['many wait', { oldestPendingAt: ago(300), last24h: { attempts: 10, delivered: 10, failed: 0 } }, 'slow', 'for 5 min'],
    [
      'failed ones are over, others wait',
      { oldestPendingAt: ago(300), last24h: { attempts: 12, delivered: 10, failed: 2 } },
      'slow',
      'for 5 min',
    ],
    ['its limit holds back', { state: 'limited', reason: 'Raise it.' }, 'slow', 'Raise it.'],
    ['it asked to wait', { state: 'held', reason: 'It answered 429.' }, 'slow', 'It answered 429.'],
    ['its account is slowed', { reason: 'Your account has its share.' }, 'slow', 'Your account has its share.'],
    ['nothing came today', { last24h: NOTHING }, 'quiet', 'last 24 hours'],
    ['nothing ever came', { last24h: NOTHING, lastSuccessAt: null }, 'quiet', 'yet'],
    ['paused', { state: 'paused', reason: 'Set `enabled`.' }, 'paused', 'Resume'],
    ['disabled', { state: 'disabled', reason: 'Repair it.' }, 'disabled', '410'],
  ] as const)('%s', (_, health, word, cause) => {
    const found = judge(health);
    expect(found.word).toBe(word);
    expect(found.cause).toContain(cause);
  });

  it('is slow when deliveries of the newest hour took long', () => {
    expect(judge({}, 61_000)).toMatchObject({ word: 'slow', cause: expect.stringContaining('61.0 s') });
    expect(judge({}, 60_000).word).toBe('flowing');
  });
});

it('shows the worst first', () => {
  const rows: Ranked[] = [
    { word: 'flowing', failed: 0, name: 'a 10' },
    { word: 'flowing', failed: 0, name: 'a 9' },
    { word: 'flowing', failed: 3, name: 'c' },
    { word: 'failing', failed: 0, name: 'd' },
  ];
  expect(rows.toSorted(byRank).map(({ name }) => name)).toEqual(['d', 'c', 'a 9', 'a 10']);
});
