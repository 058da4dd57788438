import { describe, expect, it } from '@jest/globals';
import type { Schemas } from '../api/schemas.js';
import { recoverRequestsOf, chosenReceivers, firstReceivers, kindsOf, MOST_RECEIVERS, oldestDay, partsText } from './recover-options.js';

const NOW_MS = Date.parse('2026-03-29T10:00:00Z');

describe('the choice of webhooks to send again', () => {
  it.each([
    ['those with failed deliveries, the most first', [0, 3, 7], undefined, ['r2', 'r1']],
    ['all if none has failed deliveries', [0, 0], undefined, ['r0', 'r1']],
    ['the named receivers', [5, 0, 0], 'r2,r1,unknown', ['r1', 'r2']],
  ])('chooses receivers: %s', (_, failures, text, chosen) => {
    const receivers = failures.map((stillFailed, n) => ({ receiverId: `r${n}`, health: { stillFailed } }) as Schemas['ListedReceiver']);
    expect(chosenReceivers(receivers, text).map(({ receiverId }) => receiverId)).toEqual(chosen);
  });

  it('takes the receivers with most failed deliveries if there are too many', () => {
    const receivers = Array.from(
      { length: 60 },
      (_, n) => ({ receiverId: `r${n}`, health: { stillFailed: n } }) as Schemas['ListedReceiver'],
    );
    const first = firstReceivers(receivers).map(({ receiverId }) => receiverId);
    expect([first.length, first[0], first.at(-1)]).toEqual([MOST_RECEIVERS, 'r59', 'r10']);
  });

  it.each([
    ['failed', ['failed']],
    ['expired', ['failed']],
    ['missing', ['missing']],
    ['missing,cancelled,exhausted', ['failed', 'cancelled', 'missing']],
    ['pending', ['failed', 'cancelled', 'missing']],
    [undefined, ['failed', 'cancelled', 'missing']],
  ])('reads the kinds %s of an address as %j', (text, kinds) => {
    expect(kindsOf(text)).toEqual(kinds);
  });

  it('makes a request for each receiver and each status of the kinds', () => {
    const from = oldestDay(NOW_MS);
    expect(from).toBe('2025-11-29T00:00:00.000Z');
    expect(recoverRequestsOf(['r1', 'r2'], { kinds: ['failed'], from })).toEqual([
      { receiverId: 'r1', status: 'exhausted', from },
      { receiverId: 'r1', status: 'expired', from },
      { receiverId: 'r2', status: 'exhausted', from },
      { receiverId: 'r2', status: 'expired', from },
    ]);
    const statuses = recoverRequestsOf(['r1'], { kinds: kindsOf(undefined), from }).map(({ status }) => status);
    expect(statuses).toEqual(['exhausted', 'expired', 'cancelled', 'missing']);
  });

  it('tells the numbers by kind', () => {
    const part = (status: 'exhausted' | 'expired' | 'missing', count: number, countIsExact = true) => ({ status, count, countIsExact });
    expect(partsText({ parts: [part('missing', 10_000, false), part('exhausted', 2), part('expired', 1)] })).toBe(
      'Failed: 3 · Never sent: more than 10,000',
    );
  });
});
