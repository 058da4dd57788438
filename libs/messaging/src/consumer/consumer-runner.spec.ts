import { describe, expect, it } from '@jest/globals';
import type { EachBatchPayload } from 'kafkajs';
import { Logger } from '#libs/observability';
import type { BatchServerParts } from './batch-server-parts.js';
import type { ConsumedMessage } from './consumed-message.js';
import { ConsumerRunner } from './consumer-runner.js';
import { Fetches } from './fetches.js';
import { Membership } from './membership.js';
import { OffsetCommits } from './offset-commits.js';
import { done } from './verdict.js';

const TOPIC = 'p.scans';
const MAX_BATCH = 2;
const HOUR_MS = 3_600_000;

/** When a rebalance can come. */
interface Moments {
  readonly handled?: () => void;
  readonly beaten?: () => void;
}

/** A runner whose group, fetches and commits are real, and a fetch of the messages 0 to 4 that kafkajs would hand to it. */
function runnerOf({ handled, beaten }: Moments = {}) {
  const told = { handled: [] as string[], resolved: [] as string[], committed: [] as string[] };
  let passedMs = 0; // each look at the clock is an hour later: no pause is waited for
  const clock = { nowMs: () => 0, steadyMs: () => (passedMs += HOUR_MS) };
  const ignored = { inc: () => undefined, observe: () => undefined, startTimer: () => () => undefined };
  const logger = new Logger('test', { logLevel: 'error' });
  const metrics = { batchSeconds: ignored, messages: ignored, batchMessages: ignored };
  const shared = { config: { topicPrefix: 'p.' }, clock, logger, metrics } as unknown as BatchServerParts;
  const handle = (messages: readonly ConsumedMessage[]): Promise<unknown> => {
    told.handled.push(messages.map(({ offset }) => offset).join(' '));
    handled?.();
    return Promise.resolve(messages.map(() => done));
  };
  const options = { consumer: Symbol('test'), group: 'g', maxBatch: MAX_BATCH, concurrency: 1 };
  const [membership, fetches] = [new Membership({ sessionMs: 10_000, stuckAfterMs: 120_000 }, 0), new Fetches()];
  membership.joined(0, 0);
  const commits = new OffsetCommits(logger);
  const commitOnce: EachBatchPayload['commitOffsetsIfNecessary'] = (offsets) => {
    told.committed.push(offsets!.topics[0]!.partitions[0]!.offset);
    return Promise.resolve();
  };
  const own = { options, handlerOf: () => handle, membership, fetches, commits, isStopping: () => false };
  const runner = new ConsumerRunner({ ...shared, ...own, heartbeatMs: HOUR_MS });
  const messages = ['0', '1', '2', '3', '4'].map((offset) => ({ offset, key: null, value: null, timestamp: '0', attributes: 0 }));
  const payload = {
    batch: { topic: TOPIC, partition: 0, messages, highWatermark: '5', lastOffset: () => '4' },
    resolveOffset: (offset: string) => told.resolved.push(offset),
    heartbeat: () => Promise.resolve(beaten?.()),
    isRunning: () => true,
    isStale: () => false,
    commitOffsetsIfNecessary: commitOnce,
  } as unknown as EachBatchPayload;
  return { told, membership, fetches, commits, commitOnce, runner, payload };
}

type Own = ReturnType<typeof runnerOf>;

/** What the group tells its member, and what of before it must end. */
const REBALANCES: [string, (own: Own) => void][] = [
  ['partitions go', ({ membership }) => membership.left()],
  ['partitions come', ({ membership }) => membership.joined(0, 0)],
];

describe('a fetch from one partition', () => {
  it('is handed on slice by slice, and committed behind its last message', async () => {
    const { told, commits, runner, payload } = runnerOf();
    await runner.take(payload);
    await commits.commit();
    expect(told).toEqual({ handled: ['0 1', '2 3', '4'], resolved: ['1', '3', '4'], committed: ['5'] });
  });

  it.each(REBALANCES)('moves nothing any more when %s while a slice of it is handled', async (_, rebalance) => {
    const own: Own = runnerOf({ handled: () => rebalance(own) });
    await own.runner.take(own.payload);
    await own.commits.commit();
    expect(own.told).toEqual({ handled: ['0 1'], resolved: [], committed: [] });
  });

  it.each(REBALANCES)('is not handed on when %s between two slices of it', async (_, rebalance) => {
    const own: Own = runnerOf({ beaten: () => rebalance(own) });
    await own.runner.take(own.payload);
    expect(own.told).toMatchObject({ handled: ['0 1'], resolved: ['1'] });
  });

  it.each(REBALANCES)('is not tried again when %s while it fails', async (_, rebalance) => {
    const own: Own = runnerOf({
      handled: () => {
        rebalance(own);
        if (own.told.handled.length === 1) throw new Error('the database is down');
      },
    });
    await own.runner.take(own.payload);
    expect(own.told).toEqual({ handled: ['0 1'], resolved: [], committed: [] });
  });

  it('of which a slice finishes after a rejoin of the group commits nothing', async () => {
    const own: Own = runnerOf({ handled: () => own.commits.forgetAll() });
    await own.runner.take(own.payload);
    await own.commits.commit();
    expect(own.told.committed).toEqual([]);
  });

  it('that was asked for before partitions came is not taken: it lies behind what was let go', async () => {
    const { told, membership, fetches, commits, commitOnce, runner, payload } = runnerOf();
    fetches.started(1, membership.generation);
    membership.joined(0, 0);
    fetches.ended(1, membership.generation);
    await runner.take(payload);
    runner.passFiltered({ topic: TOPIC, partition: 0, batchSize: 0, lastOffset: '4' }, commitOnce);
    await commits.commit();
    expect(told).toEqual({ handled: [], resolved: [], committed: [] });
  });

  it.each([
    ['which brought what no handler gets is passed', 0, ['5']],
    ['which brought messages is not passed before they are handled', 1, []],
  ])('%s', async (_, batchSize, committed) => {
    const { told, commits, commitOnce, runner } = runnerOf();
    runner.passFiltered({ topic: TOPIC, partition: 0, batchSize, lastOffset: '4' }, commitOnce);
    await commits.commit();
    expect(told.committed).toEqual(committed);
  });
});
