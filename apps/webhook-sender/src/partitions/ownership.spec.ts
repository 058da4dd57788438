import { describe, expect, it } from '@jest/globals';
import { systemClock } from '#libs/config';
import { TOPICS } from '#libs/contracts';
import type { Producer } from '#libs/messaging';
import { Logger } from '#libs/observability';
import type { AttemptPartitionsRepository } from './attempt-partitions.repository.js';
import { Ownership } from './ownership.service.js';

const PARTITIONS = [0, 1];

/** An owner of both partitions over a table that counts claims. */
async function owner() {
  const told = { epoch: 0, takenOver: 0 };
  const repository: Partial<AttemptPartitionsRepository> = {
    heldElsewhere: () => Promise.resolve(0),
    claim: (partitions) =>
      Promise.resolve(new Map(partitions.map((partition) => [partition, told.epoch + 1]))).finally(() => (told.epoch += 1)),
  };
  const producer = { countPartitions: () => Promise.resolve(PARTITIONS.length) } as unknown as Producer;
  const logger = new Logger('webhook-sender', { logLevel: 'error' });
  const ownership = new Ownership(repository as AttemptPartitionsRepository, producer, logger, systemClock);
  ownership.onPartitionsAssigned({
    isSure: () => true,
    partitionsOf: (topic) => (topic === TOPICS.deliveryAttempts.name ? PARTITIONS : []),
  });
  const claim = (): Promise<unknown> => ownership.claimed(() => Promise.resolve(void (told.takenOver += 1)));
  const epochs = (epoch: number): ReadonlyMap<number, number> => new Map(PARTITIONS.map((partition) => [partition, epoch]));
  await claim();
  return { ownership, told, claim, epochs };
}

describe('an owner that reads the epochs of its partitions', () => {
  it('claims them again where the table has others', async () => {
    const { ownership, told, claim, epochs } = await owner();
    ownership.seen(epochs(2), ownership.claimedEpochs);
    await claim();
    expect(told).toEqual({ epoch: 2, takenOver: 2 });
  });

  it('goes on where the table has its own', async () => {
    const { ownership, told, claim, epochs } = await owner();
    ownership.seen(epochs(1), ownership.claimedEpochs);
    await claim();
    expect(told).toEqual({ epoch: 1, takenOver: 1 });
  });

  it('passes over what was read before its claim and is answered after it', async () => {
    const { ownership, told, claim, epochs } = await owner();
    const { claimedEpochs } = ownership;
    ownership.seen(epochs(2), claimedEpochs);
    await claim();
    ownership.seen(epochs(1), claimedEpochs);
    await claim();
    expect(told).toEqual({ epoch: 2, takenOver: 2 });
  });
});
