import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import { followMovedCoordinators } from './moved-coordinators.js';

const require = createRequire(import.meta.url);
interface Manager {
  commitOffsets(offsets: object): Promise<void>;
}
const OffsetManagerOfKafkajs = require('kafkajs/src/consumer/offsetManager/index.js') as new (options: object) => Manager;
const { createErrorFromCode } = require('kafkajs/src/protocol/error.js') as { createErrorFromCode: (code: number) => Error };
const [NOT_COORDINATOR, REBALANCE_IN_PROGRESS] = [16, 27];

const OFFSETS = { topics: [{ topic: 'scans', partitions: [{ partition: 0, offset: '7' }] }] };

/** Returns a broker that answers every commit with this error; without an error it accepts the commit. */
function broker(committed: object[], errorCode?: number): object {
  const offsetCommit = (commit: object): Promise<void> => {
    if (errorCode !== undefined) return Promise.reject(createErrorFromCode(errorCode));
    committed.push(commit);
    return Promise.resolve();
  };
  return { isConnected: () => true, offsetCommit };
}

const managerOf = (coordinator: object, findGroupCoordinator: () => Promise<object>): Manager =>
  new OffsetManagerOfKafkajs({
    cluster: { committedOffsets: () => ({}), refreshMetadata: () => Promise.resolve(), findGroupCoordinator },
    coordinator,
    memberAssignment: { scans: [0] },
    topicConfigurations: {},
    instrumentationEmitter: { emit: () => undefined },
    groupId: 'event-builder',
  });

describe('a commit to a broker that coordinates the group no more', () => {
  followMovedCoordinators();

  it('fails, and the next commit reaches the new coordinator', async () => {
    const committed: object[] = [];
    const manager = managerOf(broker([], NOT_COORDINATOR), () => Promise.resolve(broker(committed)));
    await expect(manager.commitOffsets(OFFSETS)).rejects.toThrow('not the correct coordinator');
    await manager.commitOffsets(OFFSETS);
    expect(committed).toMatchObject([{ groupId: 'event-builder', ...OFFSETS }]);
  });

  it('fails with the error of the commit when no coordinator is found', async () => {
    const manager = managerOf(broker([], NOT_COORDINATOR), () => Promise.reject(new Error('no broker answers')));
    await expect(manager.commitOffsets(OFFSETS)).rejects.toThrow('not the correct coordinator');
  });

  it('asks for no coordinator after another error', async () => {
    let asked = 0;
    const manager = managerOf(broker([], REBALANCE_IN_PROGRESS), () => Promise.resolve({ asked: ++asked }));
    await expect(manager.commitOffsets(OFFSETS)).rejects.toThrow('rebalancing');
    expect(asked).toBe(0);
  });
});
