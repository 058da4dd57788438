import type { Kafka } from 'kafkajs';
import { type Env, readConfig } from '#libs/config';
import { Logger } from '#libs/observability';
import { createKafka } from '../kafka.client.js';
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
  // What kafkajs tries again is logged as warnings: here the one sentence at the end says it.
  const kafka = createKafka(config, name, new Logger(name, { logLevel: 'error' }));
  const producer = new Producer(kafka, config);
  try {
    await producer.connect();
    return await work({ kafka, producer, config });
  } finally {
    await producer.onApplicationShutdown();
  }
}
