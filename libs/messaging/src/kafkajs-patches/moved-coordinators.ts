// kafkajs issue: no issue known for 2.2.4.
// Can go when: the Kafka client asks for the group's coordinator again after a commit has reached a broker that is not the coordinator.

import { createRequire } from 'node:module';
import { expectKafkajs } from './expect-kafkajs.js';

/** The part of kafkajs that commits offsets for one membership. */
interface OffsetManager {
  readonly groupId: string;
  readonly cluster: { findGroupCoordinator(group: { groupId: string }): Promise<object> };
  coordinator: object;
  commitOffsets: (this: OffsetManager, offsets?: object) => Promise<void>;
}

const NOT_COORDINATOR = 'NOT_COORDINATOR_FOR_GROUP';
let isDone = false;

/**
 * When the coordinator moves to another broker and that broker is still loading, the join of kafkajs fails. The membership holds all the same:
 * heartbeats then go to the new coordinator, which knows the member. Commits continue to go to the old broker, and every commit fails until the next
 * join, which may never come. After this call, a commit that has reached the wrong broker fails once, and the next commit reaches the coordinator. It
 * holds for all clients of this process.
 */
export function followMovedCoordinators(): void {
  expectKafkajs('commits to the coordinator of the last join');
  if (isDone) return;
  isDone = true;
  const { prototype } = createRequire(import.meta.url)('kafkajs/src/consumer/offsetManager/index.js') as { prototype: OffsetManager };
  const { commitOffsets } = prototype;
  prototype.commitOffsets = async function commitToCoordinator(this: OffsetManager, offsets): Promise<void> {
    try {
      await commitOffsets.call(this, offsets);
    } catch (error) {
      if ((error as { type?: unknown }).type === NOT_COORDINATOR) {
        this.coordinator = await this.cluster.findGroupCoordinator({ groupId: this.groupId }).catch(() => this.coordinator);
      }
      throw error;
    }
  };
}
