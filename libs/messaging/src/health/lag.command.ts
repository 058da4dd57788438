// Shows how many messages each consumer group has not read.
import { defineCommand, flag } from '#libs/command-line';
import { readConfig } from '#libs/config';
import { GROUPS } from '#libs/contracts';
import { Logger } from '#libs/observability';
import { createKafka, withAdmin } from '../client/kafka.client.js';
import type { Admin } from '../kafka.js';
import { kafkaSettings } from '../kafka.config.js';
import { lagOf } from './group-lag.js';

interface TopicLag {
  readonly group: string;
  readonly topic: string;
  /** The number of unread messages. */
  readonly lag: number;
  readonly partitions: readonly { readonly partition: number; readonly lag: number }[];
}

export const COMMAND = defineCommand({
  name: 'lag',
  summary: 'shows how many messages each consumer group has still to read',
  options: { byPartition: flag('--by-partition', 'one line for each partition') },
  reads: ['KAFKA_BROKERS', '[TOPIC_PREFIX]'],
  run: async ({ byPartition }, { env }) => {
    const config = readConfig(kafkaSettings, env);
    // kafkajs logs its retries as warnings. The error of the command says enough.
    const kafka = createKafka(config, 'lag', new Logger('lag', { logLevel: 'error' }));
    const lags = await withAdmin(kafka, (admin) => lagsOf(admin, config.topicPrefix));
    const json = byPartition ? lags : lags.map(({ group, topic, lag }) => ({ group, topic, lag }));
    return { json, text: textOf(lags, byPartition) };
  },
});

async function lagsOf(admin: Admin, prefix: string): Promise<TopicLag[]> {
  const pairs = Object.values(GROUPS).flatMap(({ name, topics }) => topics.map((topic) => [prefix + name, prefix + topic] as const));
  return Promise.all(
    pairs.map(async ([group, topic]) => {
      const [ranges, committed] = await Promise.all([admin.ranges(topic), admin.committed(group, [topic])]);
      const partitions = lagOf(ranges, committed).toSorted((a, b) => a.partition - b.partition);
      return { group, topic, lag: partitions.reduce((sum, { lag }) => sum + lag, 0), partitions };
    }),
  );
}

function textOf(lags: readonly TopicLag[], byPartition: boolean): string[] {
  const rows = lags.flatMap(({ group, topic, lag, partitions }) =>
    byPartition ? partitions.map((each) => [group, topic, String(each.partition), String(each.lag)]) : [[group, topic, String(lag)]],
  );
  const table = [['group', 'topic', ...(byPartition ? ['partition'] : []), 'lag'], ...rows];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  return table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
