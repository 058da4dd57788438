// kafkajs issue: no issue known for 2.2.4.
// Can go when: the Kafka client joins its group again where a join fails after the group has lost the member.

import { createRequire } from 'node:module';
import { expectKafkajs } from './expect-kafkajs.js';

/** The parts of kafkajs' membership in a group that are used here. */
interface ConsumerGroup {
  /** null = the group does not know it. */
  readonly memberId: string | null;
  heartbeat: (this: ConsumerGroup, limits: { interval: number }) => Promise<void>;
}

const UNKNOWN_MEMBER_ID = 25;
let isDone = false;

/**
 * A broker that was suspended or restarted first answers that it does not know the member, then that its coordinator is still loading. kafkajs forgets
 * its member id at the first answer and gives up the join at the second. It fetches on without a member id, sends no heartbeat, never joins again, and
 * reports no error. After this call, a heartbeat without a member id fails with the answer that the group would give, and kafkajs joins. It holds for all
 * clients of this process.
 */
export function rejoinLostMembers(): void {
  expectKafkajs('sends no heartbeat without a member id');
  if (isDone) return;
  isDone = true;
  const require = createRequire(import.meta.url);
  const { prototype } = require('kafkajs/src/consumer/consumerGroup.js') as { prototype: ConsumerGroup };
  const { createErrorFromCode } = require('kafkajs/src/protocol/error.js') as { createErrorFromCode: (code: number) => Error };
  const { heartbeat } = prototype;
  prototype.heartbeat = function heartbeatOfMember(this: ConsumerGroup, limits): Promise<void> {
    return this.memberId === null ? Promise.reject(createErrorFromCode(UNKNOWN_MEMBER_ID)) : heartbeat.call(this, limits);
  };
}
