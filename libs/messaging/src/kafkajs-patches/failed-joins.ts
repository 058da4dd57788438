// kafkajs issue: no issue known for 2.2.4.
// Can go when: the Kafka client joins its group again where a join fails after the group has lost the member, and commits to the group's coordinator.

import { createRequire } from 'node:module';
import { expectKafkajs } from './expect-kafkajs.js';

/** The parts of kafkajs' membership in a group that are used here. */
interface ConsumerGroup {
  /** null = the group does not know it. */
  readonly memberId: string | null;
  /** The coordinator that the last join has found, also if the join then failed. */
  readonly coordinator: object;
  /** null = no join has succeeded yet. */
  readonly offsetManager: { coordinator: object } | null;
  heartbeat: (this: ConsumerGroup, limits: { interval: number }) => Promise<void>;
}

const UNKNOWN_MEMBER_ID = 25;
let isDone = false;

/**
 * A join that meets a coordinator that is still loading fails halfway, and kafkajs fetches on with what it had. It reports no error in both cases:
 * - The group has lost the member. kafkajs has forgotten its member id, so it sends no heartbeat and never joins again. After this call, a heartbeat
 *   without a member id fails with the answer that the group would give, and kafkajs joins.
 * - The coordinator has moved. Heartbeats go to the new coordinator, which knows the member, but commits go to the old coordinator, and all of them
 *   fail. After this call, commits go to the coordinator that gets the heartbeats.
 * It holds for all clients of this process.
 */
export function surviveFailedJoins(): void {
  expectKafkajs('sends no heartbeat without a member id, and commits to the coordinator of the last successful join');
  if (isDone) return;
  isDone = true;
  const require = createRequire(import.meta.url);
  const { prototype } = require('kafkajs/src/consumer/consumerGroup.js') as { prototype: ConsumerGroup };
  const { createErrorFromCode } = require('kafkajs/src/protocol/error.js') as { createErrorFromCode: (code: number) => Error };
  const { heartbeat } = prototype;
  prototype.heartbeat = function heartbeatOfMember(this: ConsumerGroup, limits): Promise<void> {
    if (this.offsetManager !== null) this.offsetManager.coordinator = this.coordinator;
    return this.memberId === null ? Promise.reject(createErrorFromCode(UNKNOWN_MEMBER_ID)) : heartbeat.call(this, limits);
  };
}
