import { describe, expect, it } from '@jest/globals';
import { Logger } from '#libs/observability';
import type { Commit, FetchedBatch } from '../kafka.js';
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

/** Called at the moments at which a rebalance can come. */
interface Moments {
  readonly handled?: () => void;
  readonly beaten?: () => void;
}

/** A runner with real membership, fetches and commits, and a fetched batch with the messages 0 to 4. */
function runnerOf({ handled, beaten }: Moments = {}) {
  const told = { handled: [] as string[], moved: [] as string[], committed: [] as string[] };
  let passedMs = 0; // each look at the clock is an hour later, so no test waits for a pause
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
  const commit: Commit = ([first]) => {
    told.committed.push(first!.offset);
    return Promise.resolve();
  };
  const own = { options, handlerOf: () => handle, membership, fetches, commits, isStopping: () => false };
  const runner = new ConsumerRunner({ ...shared, ...own, heartbeatMs: HOUR_MS });
  const records = ['0', '1', '2', '3', '4'].map((offset) => ({ offset, key: null, value: null, timestamp: '0' }));
  const fetched: FetchedBatch = {
    topic: TOPIC,
    partition: 0,
    records,
    lastOffset: '4',
    high: '5',
    isCurrent: () => true,
    heartbeat: () => Promise.resolve(beaten?.()),
    moveBehind: (offset) => void told.moved.push(offset),
    commit,
    pause: () => () => undefined,
  };
  return { told, membership, fetches, commits, commit, runner, fetched };
}

type Own = ReturnType<typeof runnerOf>;

const REBALANCES: [string, (own: Own) => void][] = [
  ['partitions go', ({ membership }) => membership.left()],
  ['partitions come', ({ membership }) => membership.joined(0, 0)],
];

describe('a fetched batch', () => {
  it('is handled slice by slice, and committed behind its last message', async () => {
    const { told, commits, runner, fetched } = runnerOf();
    await runner.take(fetched);
    await commits.commit();
    expect(told).toEqual({ handled: ['0 1', '2 3', '4'], moved: ['1', '3', '4'], committed: ['5'] });
  });

  it.each(REBALANCES)('moves no offset when %s while one of its slices is handled', async (_, rebalance) => {
    const own: Own = runnerOf({ handled: () => rebalance(own) });
    await own.runner.take(own.fetched);
    await own.commits.commit();
    expect(own.told).toEqual({ handled: ['0 1'], moved: [], committed: [] });
  });

  it.each(REBALANCES)('is not handled further when %s between two slices', async (_, rebalance) => {
    const own: Own = runnerOf({ beaten: () => rebalance(own) });
    await own.runner.take(own.fetched);
    expect(own.told).toMatchObject({ handled: ['0 1'], moved: ['1'] });
  });

  it.each(REBALANCES)('is not retried when %s while its handler fails', async (_, rebalance) => {
    const own: Own = runnerOf({
      handled: () => {
        rebalance(own);
        if (own.told.handled.length === 1) throw new Error('the database is down');
      },
    });
    await own.runner.take(own.fetched);
    expect(own.told).toEqual({ handled: ['0 1'], moved: [], committed: [] });
  });

  it('commits nothing when a slice finishes after a rejoin', async () => {
    const own: Own = runnerOf({ handled: () => own.commits.forgetAll() });
    await own.runner.take(own.fetched);
    await own.commits.commit();
    expect(own.told.committed).toEqual([]);
  });

  it('is dropped when its fetch began before the current assignment: earlier messages have no verdict', async () => {
    const { told, membership, fetches, commits, commit, runner, fetched } = runnerOf();
    fetches.started(1, membership.generation);
    membership.joined(0, 0);
    fetches.ended(1, membership.generation);
    await runner.take(fetched);
    runner.passSkipped({ topic: TOPIC, partition: 0, offset: '4' }, commit);
    await commits.commit();
    expect(told).toEqual({ handled: [], moved: [], committed: [] });
  });

  it('without messages is committed behind its last record', async () => {
    const { told, commits, commit, runner } = runnerOf();
    runner.passSkipped({ topic: TOPIC, partition: 0, offset: '4' }, commit);
    await commits.commit();
    expect(told.committed).toEqual(['5']);
  });
});
