import { setTimeout as pause } from 'node:timers/promises';
import { type Kafka, type Message, Partitioners, type Producer } from 'kafkajs';
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
  private readonly producer: Producer;
  private readonly choose = Partitioners.DefaultPartitioner();
  published = 0;

  constructor(
    kafka: Kafka,
    private readonly topicPrefix: string,
    private readonly partitions: number,
  ) {
    this.producer = kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner, allowAutoTopicCreation: false });
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
    const byPartition = groupBy(messages, (message) => String(this.partitionOf(name, message)));
    const ends = await Promise.all([...byPartition].map(([partition, group]) => this.send(name, Number(partition), group)));
    this.published += messages.length;
    return new Map([...byPartition.keys()].map((partition, index) => [`${topic} ${partition}`, ends[index]!]));
  }

  private async send(topic: string, partition: number, group: readonly LoadMessage[]): Promise<number> {
    for (;;) {
      try {
        const written = await this.producer.send({ topic, acks: -1, messages: group.map((message) => ({ ...message, partition })) });
        const placed = written.find((metadata) => metadata.partition === partition && metadata.errorCode === 0);
        if (placed?.baseOffset !== undefined) return Number(placed.baseOffset) + group.length;
      } catch {
        // The send is repeated below with the same ids.
      }
      await pause(TRY_AGAIN_MS);
    }
  }

  private partitionOf(topic: string, message: Message): number {
    const partitionMetadata = Array.from({ length: this.partitions }, (_, partitionId) => ({
      partitionId,
      leader: 0,
      partitionErrorCode: 0,
      replicas: [],
      isr: [],
    }));
    return this.choose({ topic, partitionMetadata, message });
  }
}
