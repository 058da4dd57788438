import { type Env, readConfig } from '#libs/config';
import { Logger } from '#libs/observability';
import { DeadLetterQueue } from './dead-letter-queue.service.js';
import { createKafka } from './kafka.client.js';
import { kafkaSettings } from './kafka.config.js';
import { Producer } from './producer.client.js';

/** Does one piece of work on the dead letters of the cluster at KAFKA_BROKERS, for a command. */
export async function withDeadLetters<T>(env: Env, name: string, work: (letters: DeadLetterQueue) => Promise<T>): Promise<T> {
  const config = readConfig(kafkaSettings, env);
  // What kafkajs tries again is logged as warnings: here the one sentence at the end says it.
  const kafka = createKafka(config, name, new Logger(name, { logLevel: 'error' }));
  const producer = new Producer(kafka, config);
  try {
    await producer.connect();
    const publish = producer.publish.bind(producer);
    return await work(new DeadLetterQueue({ kafka, topicPrefix: config.topicPrefix, publish }));
  } finally {
    await producer.onApplicationShutdown();
  }
}
