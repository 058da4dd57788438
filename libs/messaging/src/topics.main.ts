// Creates the topics that are missing and compares the others; with --check it creates none.
import { parseArgs } from 'node:util';
import type { Admin } from 'kafkajs';
import { type ConfigOf, readConfig } from '#libs/config';
import { topicSpecs } from '#libs/contracts';
import { Logger } from '#libs/observability';
import { createKafka } from './kafka.client.js';
import { kafkaSettings, topicSettings } from './kafka.config.js';
import { checkTopics, ensureTopics, replicationFor, type TopicsReport } from './topics.service.js';

const USAGE = 'Usage: topics [--check]';
const BAD_USAGE = 2;
const SETTINGS = { ...kafkaSettings, ...topicSettings };
/** What kafkajs tries again is logged as warnings: here the one sentence at the end says it. */
const QUIET = { logLevel: 'error' } as const;

process.exitCode = await run(process.argv.slice(2));

async function run(argv: readonly string[]): Promise<number> {
  let isCheck: boolean;
  try {
    isCheck = parseArgs({ args: [...argv], options: { check: { type: 'boolean', default: false } } }).values.check;
  } catch (error) {
    console.error(`${(error as Error).message}\n${USAGE}`);
    return BAD_USAGE;
  }
  try {
    return report(await compare(readConfig(SETTINGS, process.env), isCheck), isCheck);
  } catch (error) {
    console.error((error as Error).message);
    return 1;
  }
}

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

/** @returns the exit code: a check is there to fail, the other only tells */
function report({ missing, differing }: TopicsReport, isCheck: boolean): number {
  differing.forEach((line) => console.error(line));
  if (isCheck) missing.forEach((name) => console.error(`${name} is missing`));
  else if (missing.length > 0) console.log(`Created: ${missing.join(', ')}`);
  const isComplete = missing.length === 0 || !isCheck;
  if (isComplete && differing.length === 0) console.log('All topics stand.');
  return isCheck && (missing.length > 0 || differing.length > 0) ? 1 : 0;
}
