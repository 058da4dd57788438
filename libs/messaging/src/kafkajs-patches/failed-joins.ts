// kafkajs issue: no issue known for 2.2.4.
// Can go when: the Kafka client joins its group again after each join that failed.

import { createRequire } from 'node:module';
import { expectKafkajs } from './expect-kafkajs.js';

/** The parts of kafkajs' membership in a group that are used here. */
interface ConsumerGroup {
  joinAndSync: (this: ConsumerGroup) => Promise<void>;
  heartbeat: (this: ConsumerGroup, limits: { interval: number }) => Promise<void>;
  fetch: (this: ConsumerGroup, broker: number) => Promise<unknown[]>;
}

const REBALANCE_IN_PROGRESS = 27;
let isDone = false;

/**
 * kafkajs fetches on after a join that failed halfway, with the assignment, the generation and the coordinator of the join before. It reports no error
 * and never joins again where its heartbeats succeed or are not sent:
 * - The group has the member, but the answer with its partitions got lost. Heartbeats succeed with the new generation, and commits fail with the old one.
 * - The group has lost the member, and its coordinator is still loading. kafkajs has forgotten its member id, and sends no heartbeat without it.
 * - The coordinator has moved and is still loading. Heartbeats go to the new coordinator, and commits to the old one.
 *
 * After this call, heartbeats and fetches fail from a failed join to the next one that succeeds, as if the group rebalanced, so kafkajs joins. It holds
 * for all clients of this process.
 */
export function surviveFailedJoins(): void {
  expectKafkajs('fetches on after a failed join');
  if (isDone) return;
  isDone = true;
  const require = createRequire(import.meta.url);
  const { prototype } = require('kafkajs/src/consumer/consumerGroup.js') as { prototype: ConsumerGroup };
  const { createErrorFromCode } = require('kafkajs/src/protocol/error.js') as { createErrorFromCode: (code: number) => Error };
  const { joinAndSync, heartbeat, fetch } = prototype;
  const unjoined = new WeakSet<ConsumerGroup>();
  const expectJoined = (group: ConsumerGroup): void => {
    if (unjoined.has(group)) throw createErrorFromCode(REBALANCE_IN_PROGRESS);
  };
  prototype.joinAndSync = async function join(): Promise<void> {
    try {
      await joinAndSync.call(this);
      unjoined.delete(this);
    } catch (error) {
      unjoined.add(this);
      throw error;
    }
  };
  prototype.heartbeat = async function heartbeatOfMember(limits): Promise<void> {
    expectJoined(this);
    return heartbeat.call(this, limits);
  };
  prototype.fetch = async function fetchOfMember(broker): Promise<unknown[]> {
    expectJoined(this);
    return fetch.call(this, broker);
  };
}
