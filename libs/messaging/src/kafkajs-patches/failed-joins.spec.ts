import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import { surviveFailedJoins } from './failed-joins.js';

const require = createRequire(import.meta.url);
interface ConsumerGroup {
  memberId: string | null;
  coordinator: object;
  offsetManager: object;
  heartbeat(limits: { interval: number }): Promise<void>;
  commitOffsets(offsets: object): Promise<void>;
}
const ConsumerGroupOfKafkajs = require('kafkajs/src/consumer/consumerGroup.js') as new (options: object) => ConsumerGroup;
const OffsetManagerOfKafkajs = require('kafkajs/src/consumer/offsetManager/index.js') as new (options: object) => object;
const { createErrorFromCode } = require('kafkajs/src/protocol/error.js') as { createErrorFromCode: (code: number) => Error };
const NOT_COORDINATOR = 16;

const GROUP = { groupId: 'event-builder', topicConfigurations: {}, instrumentationEmitter: { emit: () => undefined } };
const OFFSETS = { topics: [{ topic: 'scans', partitions: [{ partition: 0, offset: '7' }] }] };
const DUE = { interval: 0 };

/** Returns a broker that coordinates the group no more. */
const formerCoordinator = (): object => ({
  isConnected: () => true,
  offsetCommit: () => Promise.reject(createErrorFromCode(NOT_COORDINATOR)),
});

/** Returns a broker that coordinates the group and keeps the commits that reach it. */
const coordinator = (committed: object[]): object => ({
  isConnected: () => true,
  heartbeat: () => Promise.resolve(),
  offsetCommit: (commit: object) => Promise.resolve(void committed.push(commit)),
});

/** Returns a group whose last join found this coordinator and then failed; the join before it found the former coordinator. */
function groupAfterFailedJoin(found: object): ConsumerGroup {
  const cluster = { committedOffsets: () => ({}), refreshMetadata: () => Promise.resolve() };
  const group = new ConsumerGroupOfKafkajs({ ...GROUP, cluster, retry: {}, logger: { namespace: () => undefined } });
  group.memberId = 'member-1';
  group.offsetManager = new OffsetManagerOfKafkajs({
    ...GROUP,
    cluster,
    coordinator: formerCoordinator(),
    memberAssignment: { scans: [0] },
  });
  group.coordinator = found;
  return group;
}

describe('a join that failed while its coordinator was still loading', () => {
  surviveFailedJoins();

  it('leaves commits with the coordinator that gets the heartbeats', async () => {
    const committed: object[] = [];
    const group = groupAfterFailedJoin(coordinator(committed));
    await group.heartbeat(DUE);
    await group.commitOffsets(OFFSETS);
    expect(committed).toMatchObject([{ groupId: 'event-builder', ...OFFSETS }]);
  });

  it('makes a member that its group has lost join again', async () => {
    const group = groupAfterFailedJoin(coordinator([]));
    group.memberId = null;
    await expect(group.heartbeat(DUE)).rejects.toMatchObject({ type: 'UNKNOWN_MEMBER_ID' });
  });
});
