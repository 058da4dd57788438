import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import { surviveFailedJoins } from './failed-joins.js';

const require = createRequire(import.meta.url);
interface ConsumerGroup {
  joinAndSync(): Promise<void>;
  heartbeat(limits: { interval: number }): Promise<void>;
  fetch(broker: number): Promise<unknown[]>;
  commitOffsets(offsets: object): Promise<void>;
}
const ConsumerGroupOfKafkajs = require('kafkajs/src/consumer/consumerGroup.js') as new (options: object) => ConsumerGroup;
const { createErrorFromCode } = require('kafkajs/src/protocol/error.js') as { createErrorFromCode: (code: number) => Error };
const [LOADING, UNKNOWN_MEMBER] = [14, 25];

const DUE = { interval: 0 };
const NO_PARTITIONS = Buffer.alloc(0);
const REFUSED = { type: 'REBALANCE_IN_PROGRESS' };
const OFFSETS = { topics: [{ topic: 'scans', partitions: [{ partition: 0, offset: '7' }] }] };

/** A broker that coordinates the group and keeps the commits that reach it. */
const coordinator = () => {
  const committed: object[] = [];
  return {
    committed,
    isConnected: () => true,
    joinGroup: (): Promise<object> => Promise.resolve({ generationId: 7, leaderId: 'another member', memberId: 'member-1', members: [] }),
    syncGroup: (): Promise<object> => Promise.resolve({ memberAssignment: NO_PARTITIONS }),
    heartbeat: () => Promise.resolve(),
    offsetCommit: (commit: object) => Promise.resolve(void committed.push(commit)),
  };
};
type Coordinator = ReturnType<typeof coordinator>;

/** @param findCoordinator asked anew by each join */
function groupOf(findCoordinator: () => Coordinator): ConsumerGroup {
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
      findGroupCoordinator: () => Promise.resolve(findCoordinator()),
      refreshMetadataIfNecessary: () => Promise.resolve(),
      committedOffsets: () => ({}),
    },
  });
}

describe('after a join that failed', () => {
  surviveFailedJoins();

  const failures: [string, Partial<Coordinator>][] = [
    ['because the answer with the partitions got lost', { syncGroup: () => Promise.reject(new Error('the connection is closed')) }],
    ['because the group has lost the member', { joinGroup: () => Promise.reject(createErrorFromCode(UNKNOWN_MEMBER)) }],
    ['because the coordinator is still loading', { joinGroup: () => Promise.reject(createErrorFromCode(LOADING)) }],
  ];

  it.each(failures)(
    '%s, heartbeats and fetches fail until a join succeeds; commits go to the coordinator that it finds',
    async (_, failure) => {
      let found = coordinator();
      const group = groupOf(() => found);
      await group.joinAndSync();
      Object.assign(found, failure);
      await expect(group.joinAndSync()).rejects.toThrow();
      await expect(group.heartbeat(DUE)).rejects.toMatchObject(REFUSED);
      await expect(group.fetch(1)).rejects.toMatchObject(REFUSED);
      found = coordinator();
      await group.joinAndSync();
      await group.heartbeat(DUE);
      expect(await group.fetch(1)).toEqual([]);
      await group.commitOffsets(OFFSETS);
      expect(found.committed).toMatchObject([{ groupId: 'event-builder', ...OFFSETS }]);
    },
  );
});
