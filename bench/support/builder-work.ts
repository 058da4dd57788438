// The work of event-builder on a lot: waiting messages, progress, written rows.
import type { TopicName } from '#libs/contracts';
import type { Admin } from '#libs/messaging/client';
import type { BenchStack } from './bench-stack.js';
import { type Lot, SCANS_PER_PARCEL, type TrafficMessage } from './parcel-traffic.js';
import { untilNone } from './until-none.js';

const CHUNK = 1000;
/** Short enough to tell the pace of one tenth from the next. */
const LOOK_MS = 250;
const EVENTS_PER_PARCEL = 4;

/**
 * Publishes in pieces below the broker's largest batch.
 * @returns the number of messages
 */
export async function publishAll({ producer }: BenchStack, topic: TopicName, source: Iterable<TrafficMessage>): Promise<number> {
  let count = 0;
  let chunk: TrafficMessage[] = [];
  const send = async (): Promise<void> => {
    await producer.publish(chunk.map((message) => ({ topic, ...message })));
    count += chunk.length;
    chunk = [];
  };
  for (const message of source) if (chunk.push(message) === CHUNK) await send();
  await send();
  return count;
}

/** The progress of event-builder's group, as the broker reports it. */
export class Progress {
  private readonly admin: Admin;
  private readonly topicPrefix: string;

  constructor({ admin, topicPrefix }: BenchStack) {
    this.admin = admin;
    this.topicPrefix = topicPrefix;
  }

  /** Returns the number of messages in a topic, over all partitions. */
  async sizeOf(topic: TopicName): Promise<number> {
    const ranges = await this.admin.ranges(this.topicPrefix + topic);
    return ranges.reduce((sum, { high }) => sum + Number(high), 0);
  }

  /** Returns the number of committed messages of a topic. */
  async committed(topic: TopicName): Promise<number> {
    const committed = await this.admin.committed(`${this.topicPrefix}event-builder`, [this.topicPrefix + topic]);
    return committed.reduce((sum, { offset }) => sum + Math.max(0, Number(offset)), 0);
  }

  /** Resolves when the whole topic is committed; calls `onLook` at each look with the committed number. */
  async untilTaken(topic: TopicName, onLook: (committed: number) => void = () => undefined): Promise<void> {
    const size = await this.sizeOf(topic);
    await untilNone(async () => {
      const committed = await this.committed(topic);
      onLook(committed);
      return size - committed;
    }, LOOK_MS);
  }
}

export interface Written {
  readonly scans: number;
  readonly events: number;
}

/** Counts the rows of a lot. */
export async function rowsOf({ database }: BenchStack, lotName: string): Promise<Written> {
  const { rows } = await database.query<Written>(
    `SELECT (SELECT count(*)::int FROM scan WHERE tracking_number LIKE $1 || '-%') AS scans,
       (SELECT count(*)::int FROM event JOIN consignment USING (consignment_id) WHERE tracking_number LIKE $1 || '-%') AS events`,
    [lotName],
  );
  return rows[0]!;
}

/**
 * Checks the exact number of rows: four of six scans have an event, and each record has an event.
 * @throws when the run is broken
 */
export async function checkWritten(stack: BenchStack, lot: Lot): Promise<Written> {
  const written = await rowsOf(stack, lot.name);
  const [scans, events] = [lot.count * SCANS_PER_PARCEL, lot.count * (EVENTS_PER_PARCEL + 1)];
  if (written.scans !== scans || written.events !== events) {
    throw new Error(`the run is broken: ${JSON.stringify(written)} instead of ${JSON.stringify({ scans, events })}`);
  }
  return written;
}
