import type { Env } from '#libs/config';
import { DeadLetterQueue } from './dead-letter-queue.client.js';
import { withProducer } from '../producer/with-producer.client.js';

/** Does one piece of work on the dead letters of the cluster at KAFKA_BROKERS, for a command. */
export const withDeadLetters = <T>(env: Env, name: string, work: (letters: DeadLetterQueue) => Promise<T>): Promise<T> =>
  withProducer(env, name, ({ kafka, producer, config }) => {
    const publish = producer.publish.bind(producer);
    return work(new DeadLetterQueue({ kafka, topicPrefix: config.topicPrefix, sessionMs: config.kafkaSessionTimeoutMs, publish }));
  });
