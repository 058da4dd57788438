import { Kafka as Kafkajs, type KafkaConfig as KafkajsConfig, logLevel } from 'kafkajs';
import { readConfig } from '#libs/config';
import type { Logger } from '#libs/observability';
import type { Admin, Kafka, Retry } from '../kafka.js';
import { type KafkaConfig, kafkaSettings } from '../kafka.config.js';
import { dropPartialResponses } from '../kafkajs-patches/partial-responses.js';
import { quietRequestQueues } from '../kafkajs-patches/quiet-request-queues.js';
import { socketsWithin } from '../kafkajs-patches/socket-watchdog.client.js';
import { AdminClient } from './admin.client.js';
import { ConsumerClient } from './consumer.client.js';
import { type SecurityConfig, toSecurity } from './kafka-security.js';
import { ProducerClient } from './producer.client.js';

/** How long a client tries. */
export interface ClientLimits extends Retry {
  readonly connectMs: number;
  /** How long a request may take before the client sends it again. A join may take longer. */
  readonly requestMs: number;
}

const LIMITS: ClientLimits = { connectMs: 3_000, requestMs: 15_000, retries: 8, firstPauseMs: 100, longestPauseMs: 5_000 };

/** Makes the client of an app or a command. kafkajs retries its own errors, so they are logged as warnings, and its warnings at debug. */
export function createKafka(config: Pick<KafkaConfig, 'kafkaBrokers'> & SecurityConfig, clientId: string, logger: Logger): Kafka {
  const logCreator: KafkajsConfig['logCreator'] =
    () =>
    ({ level, log }) => {
      const { message, timestamp: _, logger: __, stack: ___, ...fields } = log;
      const write = level === logLevel.ERROR ? logger.warn.bind(logger) : logger.debug.bind(logger);
      write('kafka.client', { message, ...fields });
    };
  const security = toSecurity(config) as Pick<KafkajsConfig, 'ssl' | 'sasl'>;
  return connectBy({ brokers: [...config.kafkaBrokers], clientId, ...security, logLevel: logLevel.WARN, logCreator }, LIMITS);
}

/** Makes a client for tools and tests: plain text, and nothing is logged. @param addresses host:port,host:port */
export function kafkaAt(addresses: string, clientId: string, limits: Partial<ClientLimits> = {}): Kafka {
  const { kafkaBrokers } = readConfig(kafkaSettings, { KAFKA_BROKERS: addresses });
  return connectBy({ brokers: [...kafkaBrokers], clientId, logLevel: logLevel.NOTHING }, { ...LIMITS, ...limits });
}

/** The parts of kafkajs that a client uses are patched when it is made: a process without our producer still writes as kafkajs does. */
function connectBy(config: KafkajsConfig, { connectMs, requestMs, retries, firstPauseMs, longestPauseMs }: ClientLimits): Kafka {
  quietRequestQueues();
  dropPartialResponses();
  const kafkajs = new Kafkajs({
    ...config,
    connectionTimeout: connectMs,
    requestTimeout: requestMs,
    socketFactory: socketsWithin(requestMs),
    retry: { initialRetryTime: firstPauseMs, maxRetryTime: longestPauseMs, retries },
  });
  return {
    admin: (own) => new AdminClient(kafkajs.admin(own && { retry: own })),
    consumer: (options, listener = {}) => new ConsumerClient(kafkajs, options, listener),
    producer: () => new ProducerClient(kafkajs),
  };
}

/** Does one piece of work with an admin client of its own. */
export async function withAdmin<T>(kafka: Kafka, work: (admin: Admin) => Promise<T>): Promise<T> {
  const admin = kafka.admin();
  try {
    await admin.connect();
    return await work(admin);
  } finally {
    await admin.disconnect();
  }
}
