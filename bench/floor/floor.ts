import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { producerAt } from '#libs/messaging';
import type { BenchStack, LoadedStack } from '../support/bench-stack.js';

/** The orders of the floor's process. */
export interface FloorOrders {
  readonly brokers: string;
  readonly databaseUrl: string;
  readonly topicPrefix: string;
  /** The PEM of the authority that signed the receivers' certificate. */
  readonly ca: string;
}

/** Starts the floor (floor.main.ts) on its own topics, without the apps, runs `work`, and ends the floor. */
export async function withFloor<T>(stack: BenchStack, work: (floor: LoadedStack) => Promise<T>): Promise<T> {
  const topicPrefix = `${stack.topicPrefix}floor.`;
  const brokers = stack.brokers.join(',');
  await stack.runCommand('topics', [], { TOPIC_PREFIX: topicPrefix });
  const orders: FloorOrders = { brokers, databaseUrl: stack.databaseUrl, topicPrefix, ca: stack.sink.ca };
  const child: ChildProcess = fork(join(import.meta.dirname, 'floor.main.js'), [JSON.stringify(orders)]);
  const producer = producerAt(brokers, topicPrefix, 'bench');
  try {
    await Promise.all([once(child, 'message'), producer.connect()]);
    const parts = new Map([...stack.parts, ['floor', child.pid ?? 0]]);
    return await work({ ...stack, topicPrefix, producer, parts });
  } finally {
    child.disconnect();
    await Promise.all([once(child, 'exit'), producer.onApplicationShutdown()]);
  }
}
