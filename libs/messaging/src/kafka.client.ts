import { Kafka, logLevel } from 'kafkajs';
import type { Logger } from '#libs/observability';
import type { KafkaConfig } from './kafka.config.js';
import { toSecurity } from './kafka-security.js';
import { quietRequestQueues } from './kafkajs-patches/quiet-request-queues.js';
import { REQUEST_TIMEOUT_MS, sockets } from './kafkajs-patches/socket-watchdog.client.js';
import { rejoinLostMembers } from './kafkajs-patches/lost-members.js';
import { dropPartialResponses } from './kafkajs-patches/partial-responses.js';
import { readWithinBounds } from './kafkajs-patches/fetch-answers.js';
import { writeInOnePiece } from './kafkajs-patches/produce-requests.js';

const CONNECTION_TIMEOUT_MS = 3_000;

/** The kafkajs client; its log lines go to the app's log at debug, its errors at warn, because kafkajs retries them. */
export function createKafka(config: KafkaConfig, clientId: string, logger: Logger): Kafka {
  quietRequestQueues();
  readWithinBounds();
  writeInOnePiece();
  dropPartialResponses();
  rejoinLostMembers();
  return new Kafka({
    brokers: [...config.kafkaBrokers],
    clientId,
    ...toSecurity(config),
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    socketFactory: sockets,
    retry: { initialRetryTime: 100, maxRetryTime: 5_000, retries: 8 },
    logLevel: logLevel.WARN,
    logCreator:
      () =>
      ({ level, log }) => {
        const { message, timestamp: _, logger: __, stack: ___, ...fields } = log;
        const write = level === logLevel.ERROR ? logger.warn.bind(logger) : logger.debug.bind(logger);
        write('kafka.client', { message, ...fields });
      },
  });
}
