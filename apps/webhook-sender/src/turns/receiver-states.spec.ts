import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { systemClock } from '#libs/config';
import { type Producer } from '#libs/messaging';
import { Logger } from '#libs/observability';
import { InFlightAttempts } from '../in-flight/in-flight-attempts.service.js';
import type { AttemptPartitionsRepository } from '../partitions/attempt-partitions.repository.js';
import { Backpressure } from '../partitions/backpressure.service.js';
import { Ownership } from '../partitions/ownership.service.js';
import { ReceiverQueues } from '../queue/receiver-queues.service.js';
import type { OwnedState, ReceiverStatesRepository } from '../queue/receiver-states.repository.js';
import { ReceiverStates } from './receiver-states.service.js';
import { Turns } from './turns.provider.js';

const CONFIG = { maxInFlight: 10, maxWaitingAttempts: 10, maxInFlightPerReceiver: 4, probeIntervalMs: 30_000 };
const RECEIVER = { receiverId: 'r', account: 1 };

describe('the states of receivers', () => {
  /** The epoch of the only partition in the table. */
  let epoch: number;
  /** The rows of table receiver_queue. */
  let rows: Map<string, OwnedState>;
  /** How many of the next reads fail. */
  let failures: number;
  /** Reads of the table end after this promise. */
  let read: Promise<void>;
  let ownership: Ownership;
  let queues: ReceiverQueues;
  let states: ReceiverStates;

  beforeEach(() => {
    [epoch, rows, failures, read] = [0, new Map(), 0, Promise.resolve()];
    const partitions: Partial<AttemptPartitionsRepository> = {
      heldElsewhere: () => Promise.resolve(0),
      release: () => Promise.resolve(),
      claim: (claimed) => {
        epoch += 1;
        return Promise.resolve(new Map(claimed.map((partition) => [partition, epoch])));
      },
    };
    const repository: Partial<ReceiverStatesRepository> = {
      all: async () => {
        await read;
        if (failures-- > 0) throw new Error('the database is down');
        return [...rows.values()];
      },
      write: async (given) => given.filter((state) => state.epoch === epoch).forEach((state) => rows.set(state.receiverId, state)),
      remove: async (given) => given.filter((each) => each.epoch === epoch).forEach(({ receiverId }) => rows.delete(receiverId)),
    };
    const producer = { countPartitions: () => Promise.resolve(1) } as unknown as Producer;
    const logger = new Logger('webhook-sender', { logLevel: 'error' });
    ownership = new Ownership(partitions as AttemptPartitionsRepository, producer, logger, systemClock);
    queues = new ReceiverQueues(ownership, CONFIG);
    states = new ReceiverStates(
      repository as ReceiverStatesRepository,
      queues,
      new Turns(CONFIG, new Backpressure(systemClock, ownership)),
      new InFlightAttempts(systemClock),
      systemClock,
    );
  });

  const claim = (): Promise<unknown> => ownership.claimed((isCurrent) => states.takeOver(isCurrent));
  function assign(): void {
    ownership.onPartitionsRevoked();
    ownership.onPartitionsAssigned({ isSure: () => true, partitionsOf: () => [0] });
  }

  it('are taken over at the second try, when the first has failed', async () => {
    rows.set('r', { ...RECEIVER, untilProbeMs: 20_000, partition: 0, epoch: 0 });
    failures = 1;
    assign();
    await expect(claim()).rejects.toThrow('the database is down');
    await claim();
    expect(queues.openCircuits).toBe(1);
  });

  it('are taken over by the next claim, when partitions moved during the read', async () => {
    rows.set('r', { ...RECEIVER, untilProbeMs: 20_000, partition: 0, epoch: 0 });
    const { promise, resolve } = Promise.withResolvers<void>();
    read = promise;
    assign();
    const first = claim();
    const isClaimed = (): boolean => epoch > 0;
    while (!isClaimed()) await turn();
    assign();
    const second = claim();
    resolve();
    await Promise.all([first, second]);
    expect([queues.openCircuits, [...rows.keys()]]).toEqual([1, ['r']]);
  });

  it('lose a row whose removal coincides with another claim of its partition', async () => {
    assign();
    await claim();
    const queue = queues.of(RECEIVER)!;
    queue.restore({ ...RECEIVER, untilProbeMs: 1_000 }, systemClock.steadyMs());
    await states.tell();
    expect([...rows.keys()]).toEqual(['r']);
    queue.forget();
    assign();
    const claiming = claim(); // raises the epoch during the removal, which still carries the former epoch
    await states.tell();
    await claiming;
    await states.tell();
    expect([...rows.keys()]).toEqual([]);
  });
});
