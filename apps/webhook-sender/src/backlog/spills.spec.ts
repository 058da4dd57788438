import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { systemClock } from '#libs/config';
import { Logger } from '#libs/observability';
import { deliveryAttempt } from '../../../../test/builders/delivery-attempt.js';
import { trackingEvent } from '../../../../test/builders/tracking-event.js';
import type { BacklogRepository, Spilled } from './backlog.repository.js';
import { type Job, toJob } from '../delivery/job.js';
import type { DeliveryEvents } from '../delivery-events.provider.js';
import { Spills } from './spills.service.js';

const DISK_FULL = Object.assign(new Error('could not extend file'), { code: '53100' });

describe('spills', () => {
  /** Delivery ids in the order of their rows. */
  let table: string[];
  /** How the next writes end, in turn; those beyond succeed. */
  let fates: Promise<unknown>[];
  let spills: Spills;

  beforeEach(() => {
    [table, fates] = [[], []];
    const spill = async (rows: readonly Spilled[]): Promise<number[]> => {
      await fates.shift();
      return rows.map(({ attempt }) => table.push(attempt.deliveryId));
    };
    const events: Pick<DeliveryEvents, 'spilled'> = { spilled: () => undefined };
    const logger = new Logger('webhook-sender', { logLevel: 'error' });
    spills = new Spills({ spill } as unknown as BacklogRepository, events as DeliveryEvents, logger, systemClock);
  });

  const receiverId = randomUUID();
  const job = (): Job =>
    toJob({
      attempt: deliveryAttempt(trackingEvent({ account: 1 }), receiverId),
      traceparent: undefined,
      receiver: undefined,
      receiverReadAtMs: 0,
    });

  it('that come behind one that fails fail with it, or what it was to write would lie behind them', async () => {
    const [first, second] = [job(), job()];
    let fail!: (error: Error) => void;
    fates.push(new Promise((_, reject) => (fail = reject)));
    const written = [spills.spill([first]), spills.spill([second])];
    fail(DISK_FULL);
    const ends = await Promise.allSettled(written);
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(table).toEqual([]);
    await spills.spill([first, second]);
    expect(table).toEqual([first, second].map(({ attempt }) => attempt.deliveryId));
  });

  it('shield what is under way although one before them fails', async () => {
    const underWay = job();
    spills.begin(underWay);
    fates.push(Promise.reject(DISK_FULL));
    const failing = spills.spill([job()]);
    await spills.shield();
    await expect(failing).rejects.toBe(DISK_FULL);
    expect(table).toEqual([underWay.attempt.deliveryId]);
    expect(spills.rowOf(underWay)).toBe(1);
  });
});
