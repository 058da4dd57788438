// Creates the missing topics and compares the others. With --check it creates none.
import { defineCommand, flag } from '#libs/command-line';
import { type ConfigOf, readConfig } from '#libs/config';
import { topicSpecs } from '#libs/contracts';
import { Logger } from '#libs/observability';
import { createKafka } from '../client/kafka.client.js';
import type { Admin } from '../kafka.js';
import { kafkaSettings, topicSettings } from '../kafka.config.js';
import { checkTopics, ensureTopics, replicationFor, type TopicsReport } from './topics.client.js';

const SETTINGS = { ...kafkaSettings, ...topicSettings };
/** kafkajs logs its retries as warnings. The error of the command says enough. */
const QUIET = { logLevel: 'error' } as const;

export const COMMAND = defineCommand({
  name: 'topics',
  summary: 'creates the missing topics and reports how the others differ',
  more: '--check creates none and ends with 1 if anything is amiss',
  options: { check: flag('--check', 'create nothing; end with 1 if anything is amiss') },
  reads: ['KAFKA_BROKERS', '[TOPIC_PREFIX]', '[TOPIC_PARTITIONS]', '[TOPIC_REPLICATION]'],
  run: async ({ check }, { env, printError }) => {
    const report = await compare(readConfig(SETTINGS, env), check);
    const amiss = [...report.differing, ...(check ? report.missing.map((name) => `${name} is missing`) : [])];
    amiss.forEach(printError);
    const json = { created: check ? [] : report.missing, amiss };
    return { json, text: textOf(report, check, amiss.length === 0), exitCode: check && amiss.length > 0 ? 1 : 0 };
  },
});

async function compare(config: ConfigOf<typeof SETTINGS>, isCheck: boolean): Promise<TopicsReport> {
  const admin = createKafka(config, 'topics', new Logger('topics', QUIET)).admin();
  try {
    await connect(admin, config.kafkaBrokers);
    const replicationFactor = config.topicReplication || (await replicationFor(admin));
    const specs = topicSpecs({ prefix: config.topicPrefix, partitions: config.topicPartitions, replicationFactor });
    return await (isCheck ? checkTopics(admin, specs) : ensureTopics(admin, specs));
  } finally {
    await admin.disconnect();
  }
}

async function connect(admin: Admin, brokers: readonly string[]): Promise<void> {
  await admin.connect().catch((error: Error) => {
    const where = `the Kafka cluster at ${brokers.join(',')}`;
    throw new Error(`${where} cannot be used: ${error.message}. Start it there, or correct KAFKA_BROKERS`, { cause: error });
  });
}

function textOf({ missing }: TopicsReport, isCheck: boolean, isFine: boolean): string {
  const created = isCheck || missing.length === 0 ? [] : [`Created: ${missing.join(', ')}`];
  return [...created, ...(isFine ? ['All topics exist and match their settings.'] : [])].join('\n');
}
