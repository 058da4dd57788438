// Floods the service with records of several accounts at once, and measures the time and resources until each record is a webhook at a
// receiver.
import { TOPICS } from '#libs/contracts';
import { preciseNowMs } from './bench-clock.js';
import { benchParcel, toRecord } from './bench-parcels.js';
import { insertReceiver, type LoadedStack } from './bench-stack.js';
import { type Progress, fairShare } from './flood-share.js';
import { measureParts, type Usage } from './resources.js';
import { untilNone } from './until-none.js';

/** The records that a publisher sends in one request. */
const PER_SEND = 500;

export interface FloodOptions {
  /** Accounts that no earlier flood of the stack has used. */
  readonly accounts: readonly number[];
  /**
   * The receivers of each account. A record belongs to one shop, and each receiver takes the events of one shop, so a record makes one
   * webhook.
   */
  readonly receivers: number;
  /** The records of each account. The accounts publish in turn, 500 records at a time. */
  readonly recordsEach: number;
}

export interface Flooded {
  /** The records of all accounts. Each makes a webhook. */
  readonly records: number;
  /** From the first record on Kafka to the last POST. */
  readonly perSecond: number;
  /** Measured until every attempt is in the log. */
  readonly usage: ReadonlyMap<string, Usage>;
  /** See `fairShare`; undefined for one account. */
  readonly share: number | undefined;
}

/**
 * Measures one flood.
 * @throws when webhooks are missing or sent twice
 */
export async function measureFlood(stack: LoadedStack, options: FloodOptions): Promise<Flooded> {
  const publish = await prepareFlood(stack, options);
  const records = options.recordsEach * options.accounts.length;
  const counts = countWebhooks(stack, options.accounts);
  let seconds = 0;
  const usage = await measureParts(stack.parts, async () => {
    const startedMs = preciseNowMs();
    await publish();
    await untilNone(async () => records - counts.all());
    seconds = (counts.lastMs() - startedMs) / 1000;
    await untilNone(async () => records - (await deliveredTo(stack, options.accounts)));
  });
  if (counts.all() !== records) throw new Error(`the run is broken: ${records} records became ${counts.all()} webhooks`);
  return { records, perSecond: records / seconds, usage, share: fairShare(counts.progress, options.recordsEach) };
}

/**
 * Inserts the receivers.
 * @returns a function that publishes the records as fast as the broker takes them
 */
export async function prepareFlood(stack: LoadedStack, options: FloodOptions): Promise<() => Promise<void>> {
  await addReceivers(stack, options);
  const batches = toBatches(options);
  return async () => {
    for (const records of batches) await stack.producer.publish(records.map((record) => ({ topic: TOPICS.records.name, ...record })));
  };
}

const shopOf = (index: number): string => `shop-${index}`;

async function addReceivers({ database, sink }: LoadedStack, { accounts, receivers }: FloodOptions): Promise<void> {
  for (const account of accounts) {
    for (let index = 0; index < receivers; index++) {
      await insertReceiver(database, { account, url: sink.url('count', `${account}/${index}`), clients: [shopOf(index)] });
    }
  }
}

type Batch = readonly { key: string; value: string }[];

function toBatches({ accounts, receivers, recordsEach: each }: FloodOptions): Batch[] {
  const starts = Array.from({ length: Math.ceil(each / PER_SEND) }, (_, index) => index * PER_SEND);
  return starts.flatMap((start) =>
    accounts.map((account) =>
      Array.from({ length: Math.min(PER_SEND, each - start) }, (_, index) =>
        toRecord(benchParcel(account, shopOf((start + index) % receivers))),
      ),
    ),
  );
}

/** Counts the webhooks to `count` receivers of these accounts from now on. */
export interface Counts {
  readonly progress: readonly Progress[];
  all(): number;
  /** When the last webhook arrived, epoch ms. */
  lastMs(): number;
}

export function countWebhooks({ sink }: LoadedStack, accounts: readonly number[]): Counts {
  const progress: Progress[] = [];
  const done = new Map(accounts.map((account) => [String(account), 0]));
  sink.onCounted = ({ group, requests, lastMs }) => {
    const before = done.get(group);
    if (before === undefined) return;
    done.set(group, before + requests);
    progress.push({ account: group, atMs: lastMs, done: before + requests });
  };
  return {
    progress,
    all: () => [...done.values()].reduce((sum, requests) => sum + requests, 0),
    lastMs: () => Math.max(...progress.map(({ atMs }) => atMs)),
  };
}

async function deliveredTo({ database }: LoadedStack, accounts: readonly number[]): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM delivery WHERE account_id = ANY($1::bigint[]) AND status = 'delivered'",
    [accounts],
  );
  return rows[0]?.count ?? 0;
}
