import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { systemClock } from '#libs/config';
import { TOPICS } from '#libs/contracts';
import type { Producer } from '#libs/messaging';
import { Logger } from '#libs/observability';
import type { AttemptPartitionsRepository } from './attempt-partitions.repository.js';
import type { OwnedPartition } from './owned-partition.js';
import { Ownership } from './ownership.service.js';

const PARTITIONS = [0, 1];

/** Returns an owner of both partitions over a table that counts claims. */
async function owner() {
  const told = { epoch: 0, takenOver: 0 };
  const table = { answers: Promise.resolve() };
  const topic = { partitions: PARTITIONS.length };
  const repository: Partial<AttemptPartitionsRepository> = {
    heldElsewhere: () => Promise.resolve(0),
    release: () => Promise.resolve(),
    claim: async (partitions) => {
      told.epoch += 1;
      const epochs = new Map(partitions.map((partition) => [partition, told.epoch]));
      await table.answers;
      return epochs;
    },
  };
  const producer = { countPartitions: () => Promise.resolve(topic.partitions) } as unknown as Producer;
  const logger = new Logger('webhook-sender', { logLevel: 'error' });
  const ownership = new Ownership(repository as AttemptPartitionsRepository, producer, logger, systemClock);
  const assign = (): void =>
    ownership.onPartitionsAssigned({
      isSure: () => true,
      partitionsOf: (topic) => (topic === TOPICS.deliveryAttempts.name ? PARTITIONS : []),
    });
  /** All partitions go and come back. */
  const move = (): void => {
    ownership.onPartitionsRevoked();
    assign();
  };
  const partitions = (): OwnedPartition[] => [...ownership.claimedPartitions.values()];
  assign();
  const claim = (): Promise<unknown> => ownership.claimed(() => Promise.resolve(void (told.takenOver += 1)));
  const epochs = (epoch: number): ReadonlyMap<number, number> => new Map(PARTITIONS.map((partition) => [partition, epoch]));
  await claim();
  return { ownership, told, table, topic, claim, epochs, move, partitions };
}

describe('an owner that reads the epochs of its partitions', () => {
  it('claims them again when the table has other epochs', async () => {
    const { ownership, told, claim, epochs } = await owner();
    ownership.seen(epochs(2), ownership.claimedPartitions);
    await claim();
    expect(told).toEqual({ epoch: 2, takenOver: 2 });
  });

  it('goes on when the table has its own epochs', async () => {
    const { ownership, told, claim, epochs } = await owner();
    ownership.seen(epochs(1), ownership.claimedPartitions);
    await claim();
    expect(told).toEqual({ epoch: 1, takenOver: 1 });
  });

  it('ignores a read that began before its claim and ended after it', async () => {
    const { ownership, told, claim, epochs } = await owner();
    const { claimedPartitions } = ownership;
    ownership.seen(epochs(2), claimedPartitions);
    await claim();
    ownership.seen(epochs(1), claimedPartitions);
    await claim();
    expect(told).toEqual({ epoch: 2, takenOver: 2 });
  });
});

describe('a partition that is claimed again', () => {
  it('stays the same object with a new epoch when nobody else has owned it', async () => {
    const { claim, move, partitions } = await owner();
    const before = partitions();
    expect(before.map(({ epoch }) => epoch)).toEqual([1, 1]);
    move();
    await claim();
    const after = partitions();
    expect(after.map((partition, index) => partition === before[index])).toEqual([true, true]);
    expect(after.map(({ partition, epoch }) => [partition, epoch])).toEqual([
      [0, 2],
      [1, 2],
    ]);
  });

  it('is a new object when another process has owned it', async () => {
    const { told, claim, move, partitions } = await owner();
    const before = partitions();
    told.epoch += 1;
    move();
    await claim();
    const after = partitions();
    expect(after.map((partition) => before.includes(partition))).toEqual([false, false]);
    expect([...before, ...after].map(({ epoch }) => epoch)).toEqual([1, 1, 3, 3]);
  });

  it('stays the same object when only its claim is repeated, whatever its epoch', async () => {
    const { ownership, told, claim, epochs, partitions } = await owner();
    const before = partitions();
    told.epoch = 4;
    ownership.seen(epochs(4), ownership.claimedPartitions);
    await claim();
    expect(partitions().map((partition, index) => partition === before[index])).toEqual([true, true]);
    expect(partitions().map(({ epoch }) => epoch)).toEqual([5, 5]);
  });

  it('is a new object when the answer to an earlier claim came too late', async () => {
    const { table, told, claim, move, partitions } = await owner();
    const before = partitions();
    let answer!: () => void;
    table.answers = new Promise((resolve) => (answer = resolve));
    move();
    const late = claim();
    await turn();
    move();
    answer();
    await late;
    expect([told, partitions()]).toEqual([{ epoch: 2, takenOver: 1 }, before]);
    await claim();
    expect(partitions().map((partition) => before.includes(partition))).toEqual([false, false]);
  });

  it('is a new object when the topic has more partitions, because other receivers live in it', async () => {
    const { topic, claim, move, partitions } = await owner();
    const before = partitions();
    topic.partitions = 3;
    move();
    await claim();
    expect(partitions().map((partition) => before.includes(partition))).toEqual([false, false]);
  });

  it('owns no receiver between two assignments, and stays known for attempts in flight', async () => {
    const { ownership, claim, move, partitions } = await owner();
    const before = partitions();
    const owned = ownership.ownedPartitionOf('r');
    move();
    expect([ownership.ownedPartitionOf('r'), partitions()]).toEqual([undefined, before]);
    await claim();
    expect(ownership.ownedPartitionOf('r')).toBe(owned);
  });
});
