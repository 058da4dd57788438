import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { TOPICS } from '#libs/contracts';
import { partitionOf } from '#libs/messaging';
import { benchParcel, benchRecord } from '../support/bench-parcels.js';
import { insertReceiver } from '../support/bench-stack.js';
import { eventTimes } from '../support/event-times.js';
import { measureFlood } from '../support/flood-load.js';
import { type Noise, recordsAtOnce, recordsForManyReceivers, scansAtOnce } from '../support/noise.js';
import { type NpmStack, withOwnProducer } from '../support/npm-stack.js';
import { offerMessages, type Offered } from '../support/offered-load.js';
import { type QuietWebhook, toDelays } from '../support/quiet-delays.js';
import type { Load, Measurement, OutsideScenario } from '../support/scenario.js';
import { phaseMs } from '../support/seconds.js';

const QUIET = 2000;
const FIRST_NOISY = 3000;
const RATE = 5;
const BEFORE_MS = phaseMs(5);
const BESIDE_MS = phaseMs(45);
const QUICK_BESIDE_MS = phaseMs(15);
const WARM_UP = { accounts: [1000], receivers: 1, recordsEach: 2_000 };

interface Variant {
  readonly name: string;
  readonly noises: readonly Noise[];
  /** Two processes of webhook-sender, with the quiet receiver in the same partition as the first noisy receiver. */
  readonly isShared?: true;
}

const refusing = scansAtOnce({ scans: 500, receivers: 200, habit: 'refuse' });
const hanging = scansAtOnce({ scans: 500, receivers: 200, habit: 'hang' });
const many = { scans: 40, receivers: 500, habit: 'count' } as const;

const VARIANTS: readonly Variant[] = [
  { name: 'beside records at once', noises: [recordsAtOnce] },
  { name: 'beside records at once in its partition, two senders', noises: [recordsAtOnce], isShared: true },
  { name: 'beside three times the records at once, each for 40 receivers', noises: [recordsForManyReceivers] },
  { name: 'beside 500 scans, 200 receivers refuse', noises: [refusing] },
  { name: 'beside 500 scans, 200 receivers hang', noises: [hanging] },
  { name: 'beside all three', noises: [recordsAtOnce, refusing, hanging] },
  { name: 'beside 40 scans, 500 receivers', noises: [scansAtOnce(many)] },
  { name: 'beside 40 scans, 500 receivers with maxPerSecond 1', noises: [scansAtOnce({ ...many, maxPerSecond: 1 })] },
];

/**
 * Measures how a burst of one account affects another account. Each variant has its own stack, because its leftovers wait for half an hour.
 */
export const quiet: OutsideScenario = {
  what: `delay of an account with ${RATE} webhooks/s beside bursts of other accounts, from the event and from the record to the POST`,
  outside: {
    hasRecords: true,
    stacks: VARIANTS.map((variant) => ({ name: `quiet, ${variant.name}`, measure: (stack, load) => measure(stack, load, variant) })),
  },
};

async function measure(stack: NpmStack, load: Load, { name, noises, isShared }: Variant): Promise<Measurement[]> {
  if (isShared) await stack.startAnother('webhook-sender');
  await measureFlood(stack, WARM_UP);
  const starts = [];
  for (const [index, noise] of noises.entries()) starts.push(await noise(stack, FIRST_NOISY + index, load));
  const place = isShared && { receiverId: await idInPartitionOf(stack, FIRST_NOISY) };
  await insertReceiver(stack.database, { account: QUIET, url: stack.sink.url('ok', 'quiet'), ...place });
  const durationMs = BEFORE_MS + (load.isQuick ? QUICK_BESIDE_MS : BESIDE_MS);
  const offered = withOwnProducer(stack, (own) => offerRecords(own, durationMs));
  await pause(BEFORE_MS);
  const fromMs = Date.now();
  const ends = await Promise.all(starts.map((start) => start()));
  const { webhooks, missing } = await offered;
  const untilMs = Math.max(...ends.map((end) => end() ?? Number.POSITIVE_INFINITY));
  return toDelays(webhooks, { variant: name, fromMs, untilMs, missing });
}

/** Returns an id for a receiver whose attempts go to the same partition as this account's receiver. */
async function idInPartitionOf({ database, admin, topicPrefix }: NpmStack, account: number): Promise<string> {
  const { rows } = await database.query<{ id: string }>('SELECT receiver_id AS id FROM receiver WHERE account_id = $1', [account]);
  const [topic] = await admin.describeTopics([topicPrefix + TOPICS.deliveryAttempts.name]);
  const count = topic!.partitions.length;
  const partition = (id: string): number => partitionOf(Buffer.from(id), count);
  const wanted = partition(rows[0]!.id);
  for (;;) {
    const id = randomUUID();
    if (partition(id) === wanted) return id;
  }
}

/** Publishes the records of the quiet account and waits for their webhooks. */
async function offerRecords(stack: NpmStack, durationMs: number): Promise<{ webhooks: QuietWebhook[]; missing: number }> {
  const published = new Map<string, { readonly consignmentId: string; readonly recordMs: number }>();
  const message = (): Offered => {
    const parcel = benchParcel(QUIET);
    const record = benchRecord(parcel);
    published.set(record.eventid, { consignmentId: parcel.consignmentId, recordMs: Date.now() });
    return record;
  };
  const { arrivedAtMs, missing } = await offerMessages(stack, { topic: TOPICS.records.name, durationMs, rate: RATE, message });
  const arrived = [...arrivedAtMs].map(([eventid, postMs]) => ({ ...published.get(eventid)!, postMs }));
  const eventMs = await eventTimes(stack, new Set(arrived.map(({ consignmentId }) => consignmentId)));
  const webhooks = arrived.map(({ consignmentId, ...times }) => ({ ...times, eventMs: eventMs.get(consignmentId)! }));
  return { webhooks, missing };
}
