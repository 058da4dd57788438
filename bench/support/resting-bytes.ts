// Measures the bytes that a stack keeps on disk, from outside, so that it works for the database and broker of any commit.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { depthOf } from '#libs/messaging/client';
import type { NpmStack } from './npm-stack.js';
import type { Measurement } from './scenario.js';

const TOPICS = ['events', 'delivery-attempts'] as const;

/** The sizes, in bytes, and the numbers behind them. */
interface Resting {
  readonly tables: number;
  readonly indexes: number;
  readonly webhooks: number;
  /** By topic. */
  readonly topics: ReadonlyMap<string, { readonly bytes: number; readonly messages: number }>;
}

/**
 * Selects the bytes of all tables and their indexes; TOAST belongs to its table. Empty partitions have pages too, so only the difference of
 * two moments is meaningful.
 */
const SIZES = `
  SELECT sum(pg_table_size(oid))::float8 AS tables, sum(pg_indexes_size(oid))::float8 AS indexes, (SELECT count(*) FROM delivery)::float8 AS webhooks
  FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`;

export async function restingBytes(stack: NpmStack): Promise<Resting> {
  const { rows } = await stack.database.query<Omit<Resting, 'topics'>>(SIZES);
  const topics = await Promise.all(TOPICS.map(async (name) => [name, await topicOf(stack, name)] as const));
  return { ...rows[0]!, topics: new Map(topics) };
}

async function topicOf({ admin, topicPrefix, parts }: NpmStack, name: string): Promise<{ bytes: number; messages: number }> {
  const ranges = await admin.ranges(topicPrefix + name);
  const messages = depthOf(ranges);
  const folder = dataFolderOf(parts.get('broker'));
  if (folder === undefined) return { bytes: NaN, messages };
  const logs = ranges.flatMap(({ partition }) => {
    const place = join(folder, `${topicPrefix}${name}-${partition}`);
    return readdirSync(place)
      .filter((file) => file.endsWith('.log'))
      .map((file) => statSync(join(place, file)).size);
  });
  return { bytes: logs.reduce((sum, size) => sum + size, 0), messages };
}

/** Returns the data folder from the properties of the running broker; undefined = the broker does not belong to this stack. */
function dataFolderOf(pid: number | undefined): string | undefined {
  if (pid === undefined) return undefined;
  const properties = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    .split('\0')
    .findLast((argument) => argument.endsWith('.properties'));
  return properties && /^log\.dirs=(.+)$/m.exec(readFileSync(properties, 'utf8'))?.[1];
}

/** Returns the bytes per webhook, and per message of each topic. */
export function restingMeasurements(variant: string, before: Resting, after: Resting): Measurement[] {
  const webhooks = after.webhooks - before.webhooks;
  const perWebhook = (kind: 'tables' | 'indexes'): number => (after[kind] - before[kind]) / webhooks;
  return [
    { variant, figure: 'in tables', unit: 'bytes per webhook', value: perWebhook('tables') },
    { variant, figure: 'in indexes', unit: 'bytes per webhook', value: perWebhook('indexes') },
    ...TOPICS.map((topic) => {
      const [from, to] = [before, after].map((each) => each.topics.get(topic)!) as [Sizes, Sizes];
      return {
        variant,
        figure: `topic ${topic}`,
        unit: 'bytes per message',
        value: (to.bytes - from.bytes) / (to.messages - from.messages),
      };
    }),
  ];
}

type Sizes = Resting['topics'] extends ReadonlyMap<string, infer T> ? T : never;
