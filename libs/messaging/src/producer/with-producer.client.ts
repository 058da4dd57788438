import { type Env, readConfig } from '#libs/config';
import { Logger } from '#libs/observability';
import { createKafka, kafkaAt } from '../client/kafka.client.js';
import type { Kafka } from '../kafka.js';
import { type KafkaConfig, kafkaSettings } from '../kafka.config.js';
import { Producer } from './producer.client.js';

export interface Connected {
  readonly kafka: Kafka;
  readonly producer: Producer;
  readonly config: KafkaConfig;
}

/** Does one piece of work on the cluster at KAFKA_BROKERS, for a command. */
export async function withProducer<T>(env: Env, name: string, work: (connected: Connected) => Promise<T>): Promise<T> {
  const config = readConfig(kafkaSettings, env);
  // kafkajs logs its retries as warnings. The error of the command says enough.
  const kafka = createKafka(config, name, new Logger(name, { logLevel: 'error' }));
  const producer = new Producer(kafka, config);
  try {
    await producer.connect();
    return await work({ kafka, producer, config });
  } finally {
    await producer.onApplicationShutdown();
  }
}

/** Makes a producer for tools and tests: plain text, and nothing is logged. @param brokers host:port,host:port */
export const producerAt = (brokers: string, topicPrefix: string, clientId: string): Producer =>
  new Producer(kafkaAt(brokers, clientId), readConfig(kafkaSettings, { KAFKA_BROKERS: brokers, TOPIC_PREFIX: topicPrefix }));
