import { setTimeout as pause } from 'node:timers/promises';
import { type Kafka, partitionOf, type RecordProducer } from '#libs/messaging/client';
import { groupBy } from '../../support/delivery-ledger.js';

export interface LoadMessage {
  readonly key: string;
  readonly value: string;
}

/** Positions of messages: `topic partition` → the offset after the last message. */
export type Positions = ReadonlyMap<string, number>;

const TRY_AGAIN_MS = 250;

/** Publishes until all replicas acknowledge, however long that takes: an unacknowledged message counts as not published. */
export class LoadPublisher {
  private readonly producer: RecordProducer;
  published = 0;

  constructor(
    kafka: Kafka,
    private readonly topicPrefix: string,
    private readonly partitions: number,
  ) {
    this.producer = kafka.producer();
  }

  connect(): Promise<void> {
    return this.producer.connect();
  }

  close(): Promise<void> {
    return this.producer.disconnect();
  }

  /**
   * Publishes each key's messages in the given order, with one send per partition: for several partitions, kafkajs mistakes a part for the
   * whole when a broker dies.
   */
  async publish(topic: string, messages: readonly LoadMessage[]): Promise<Positions> {
    const name = this.topicPrefix + topic;
    const byPartition = groupBy(messages, ({ key }) => String(partitionOf(Buffer.from(key), this.partitions)));
    const ends = await Promise.all([...byPartition].map(([partition, group]) => this.send(name, Number(partition), group)));
    this.published += messages.length;
    return new Map([...byPartition.keys()].map((partition, index) => [`${topic} ${partition}`, ends[index]!]));
  }

  private async send(topic: string, partition: number, group: readonly LoadMessage[]): Promise<number> {
    const records = group.map(({ key, value }) => ({ partition, key: Buffer.from(key), value: Buffer.from(value) }));
    for (;;) {
      try {
        const written = await this.producer.write(topic, records);
        const placed = written.find((each) => each.partition === partition);
        if (placed?.firstOffset !== undefined) return Number(placed.firstOffset) + group.length;
      } catch {
        // The send is repeated below with the same ids.
      }
      await pause(TRY_AGAIN_MS);
    }
  }
}
