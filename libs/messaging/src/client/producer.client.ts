import type { ICustomPartitioner, Kafka, Message, Producer } from 'kafkajs';
import type { PlacedRecord, RecordProducer, Written } from '../kafka.js';
import { writeInOnePiece } from '../kafkajs-patches/produce-requests.js';

const ALL_IN_SYNC = -1;

const asPlaced: ReturnType<ICustomPartitioner> = ({ message }) => message.partition ?? 0;

/** Writes records with acks = all. */
export class ProducerClient implements RecordProducer {
  private readonly producer: Producer;

  constructor(kafka: Kafka) {
    writeInOnePiece();
    this.producer = kafka.producer({ createPartitioner: () => asPlaced, allowAutoTopicCreation: false });
  }

  connect(): Promise<void> {
    return this.producer.connect();
  }

  /**
   * kafkajs resolves a send although records for the partitions of a dead leader were never written (tulios/kafkajs#1303). Only the metadata that
   * it returns tells.
   */
  async write(topic: string, records: readonly PlacedRecord[]): Promise<Written[]> {
    const written = await this.producer.send({ topic, acks: ALL_IN_SYNC, messages: records as unknown as Message[] });
    return written
      .filter(({ topicName, errorCode }) => topicName === topic && errorCode === 0)
      .map(({ partition, baseOffset }) => ({ partition, firstOffset: baseOffset }));
  }

  disconnect(): Promise<void> {
    return this.producer.disconnect();
  }
}
