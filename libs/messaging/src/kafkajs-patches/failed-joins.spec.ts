import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import { surviveFailedJoins } from './failed-joins.js';

const require = createRequire(import.meta.url);
interface ConsumerGroup {
  joinAndSync(): Promise<void>;
  heartbeat(limits: { interval: number }): Promise<void>;
  fetch(broker: number): Promise<unknown[]>;
}
const ConsumerGroupOfKafkajs = require('kafkajs/src/consumer/consumerGroup.js') as new (options: object) => ConsumerGroup;
const { createErrorFromCode } = require('kafkajs/src/protocol/error.js') as { createErrorFromCode: (code: number) => Error };
const [LOADING, UNKNOWN_MEMBER] = [14, 25];

const DUE = { interval: 0 };
const NO_PARTITIONS = Buffer.alloc(0);
const REFUSED = { type: 'REBALANCE_IN_PROGRESS' };

/** The answers of a coordinator: what it returns, or the error that the client makes of it. */
interface Answers {
  joinGroup: () => Promise<object>;
  syncGroup: () => Promise<object>;
}

const answers = (): Answers & { heartbeat: () => Promise<void> } => ({
  joinGroup: () => Promise.resolve({ generationId: 7, leaderId: 'another member', memberId: 'member-1', members: [] }),
  syncGroup: () => Promise.resolve({ memberAssignment: NO_PARTITIONS }),
  heartbeat: () => Promise.resolve(),
});

function groupOf(coordinator: Answers): ConsumerGroup {
  const quiet = { debug: () => undefined, info: () => undefined };
  return new ConsumerGroupOfKafkajs({
    groupId: 'event-builder',
    topics: [],
    topicConfigurations: {},
    assigners: [],
    maxWaitTimeInMs: 0,
    retry: { retries: 0 },
    logger: { namespace: () => quiet },
    instrumentationEmitter: { emit: () => undefined },
    cluster: {
      findGroupCoordinator: () => Promise.resolve(coordinator),
      refreshMetadataIfNecessary: () => Promise.resolve(),
      committedOffsets: () => ({}),
    },
  });
}

describe('after a join that failed', () => {
  surviveFailedJoins();

  const failures: [string, Partial<Answers>][] = [
    ['because the answer with the partitions got lost', { syncGroup: () => Promise.reject(new Error('the connection is closed')) }],
    ['because the group has lost the member', { joinGroup: () => Promise.reject(createErrorFromCode(UNKNOWN_MEMBER)) }],
    ['because the coordinator is still loading', { joinGroup: () => Promise.reject(createErrorFromCode(LOADING)) }],
  ];

  it.each(failures)('%s, heartbeats and fetches fail until a join succeeds', async (_, failure) => {
    const coordinator = answers();
    const group = groupOf(coordinator);
    await group.joinAndSync();
    Object.assign(coordinator, failure);
    await expect(group.joinAndSync()).rejects.toThrow();
    await expect(group.heartbeat(DUE)).rejects.toMatchObject(REFUSED);
    await expect(group.fetch(1)).rejects.toMatchObject(REFUSED);
    Object.assign(coordinator, answers());
    await group.joinAndSync();
    await group.heartbeat(DUE);
    expect(await group.fetch(1)).toEqual([]);
  });
});
