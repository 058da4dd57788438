import { describe, expect, it } from '@jest/globals';
import { insertReceiver } from '../builders/receiver-row.js';
import { seededRandom } from '../builders/seeded-random.js';
import { eventMessage, trackingEvent } from '../builders/tracking-event.js';
import type { App } from '../support/app.js';
import type { Behaviour } from '../support/behaviour.js';
import { ATTEMPTS_SQL, type AttemptRow, DELIVERIES_SQL, type DeliveryRow, faultsOf, groupBy } from '../support/delivery-ledger.js';
import { describeOpenDeliveries } from '../support/open-deliveries.js';
import type { TestReceiver } from '../support/receiver.js';
import { KILLED, useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

/**
 * The ledger of a bad day: receivers change their behaviour at random, senders are killed at random, and in the end the books must balance.
 */

const SEED = Number(process.env['SEED'] ?? 20_261_121);
/** 1,050 events make twenty thousand deliveries. */
const EVENTS = Number(process.env['EVENTS'] ?? 1_050);
const RECEIVERS = 20;
const KILLS = 5;
const RETRY_DELAY_MS = 400;
const TIMEOUT_MS = 300;
const ONE_IN_TEN = 'shop-tenth';
const DELIVERIES = EVENTS * (RECEIVERS - 1) + Math.ceil(EVENTS / 10);

const bed = useTestBed({
  partitions: 6,
  env: {
    ...KILLED,
    RETRY_DELAY_MS: String(RETRY_DELAY_MS),
    PROBE_INTERVAL_MS: '500',
    MAX_WAIT_MS: '10000',
    MAX_WAITING_ATTEMPTS: '500',
    MAX_IN_FLIGHT: '128',
    LOG_LEVEL: process.env['LEDGER_LOG'] ?? 'warn',
  },
});

const pathOf = (index: number): string => `/r${index}`;
/**
 * Two receivers never accept anything: one answers with errors (16 POSTs each, so it gets one event in ten), one hangs. The others recover
 * in the end.
 */
const ALWAYS: ReadonlyMap<number, Behaviour> = new Map<number, Behaviour>([
  [0, { kind: 'answer', status: 500 }],
  [1, { kind: 'hang' }],
]);
const MOODS: readonly Behaviour[] = [
  { kind: 'answer' },
  { kind: 'answer' },
  { kind: 'answer', delayMs: 50 },
  { kind: 'answer', status: 503 },
  { kind: 'hang' },
  { kind: 'close' },
  { kind: 'drip', everyMs: 100 },
];

const deliveries = (): Promise<DeliveryRow[]> => bed.database.query(DELIVERIES_SQL);
const attempts = (): Promise<AttemptRow[]> => bed.database.query(ATTEMPTS_SQL);

const pending = async (): Promise<number> =>
  Number((await bed.database.query<{ count: string }>("SELECT count(*) FROM delivery WHERE status = 'pending'"))[0]?.count);

/** Draws changes of behaviour and kills from the seed; each step waits for a fact (webhooks that arrive), not for time. */
async function badDay(receiver: TestReceiver, senders: App[]): Promise<number[]> {
  const random = seededRandom(SEED);
  const kills: number[] = [];
  for (let step = 0; step < 40; step++) {
    const index = ALWAYS.size + Math.floor(random() * (RECEIVERS - ALWAYS.size));
    receiver.behave(pathOf(index), MOODS[Math.floor(random() * MOODS.length)]!);
    const until = receiver.requests().length + 150;
    await waitFor(async () => receiver.requests().length >= until || (await pending()) === 0);
    if (step % Math.floor(40 / KILLS) === 4) {
      const victim = Math.floor(random() * senders.length);
      kills.push(Date.now());
      await senders[victim]!.kill('SIGKILL');
      senders[victim] = await bed.startProcess('webhook-sender');
    }
  }
  return kills;
}

describe(`${DELIVERIES} deliveries on a bad day`, () => {
  it(`balance in the end (SEED=${SEED})`, async () => {
    const receiver = await bed.startReceiver();
    const receiverIds = [];
    for (let index = 0; index < RECEIVERS; index++) {
      receiver.behave(pathOf(index), ALWAYS.get(index) ?? { kind: 'answer' });
      receiverIds.push(
        await insertReceiver(bed.database, {
          account: 1,
          url: receiver.url(pathOf(index)),
          timeoutMs: TIMEOUT_MS,
          filter: { clients: index === 0 ? [ONE_IN_TEN] : [] },
        }),
      );
    }
    const senders = await Promise.all([bed.startProcess('webhook-sender'), bed.startProcess('webhook-sender')]);
    const events = Array.from({ length: EVENTS }, (_, index) =>
      trackingEvent({ account: 1, client: index % 10 === 0 ? ONE_IN_TEN : 'shop' }),
    );
    await bed.publish('events', events.map(eventMessage));

    const kills = await badDay(receiver, senders);
    for (let index = ALWAYS.size; index < RECEIVERS; index++) receiver.behave(pathOf(index), { kind: 'answer' });
    const balanced = async (): Promise<boolean> => (await deliveries()).length === DELIVERIES && (await pending()) === 0;
    await waitFor(balanced, { timeoutMs: 240_000, everyMs: 500 }).catch(async (error: unknown) => {
      throw new Error(`still open: ${await describeOpenDeliveries(bed, senders)}`, { cause: error });
    });

    const [rows, made] = await Promise.all([deliveries(), attempts()]);
    const pathById = new Map(receiverIds.map((receiverId, index) => [receiverId, pathOf(index)]));
    const madeOf = groupBy(made, ({ delivery_id }) => delivery_id);
    const postsOf = groupBy([...receiver.requests()], ({ path, eventid }) => `${path} ${eventid}`);

    // Nothing is lost and nothing invented: every pair of event and receiver occurs once, with ids of its own.
    expect(new Set(rows.map(({ eventid, receiver_id }) => `${eventid} ${receiver_id}`)).size).toBe(DELIVERIES);
    expect(new Set(rows.map(({ delivery_id }) => delivery_id)).size).toBe(DELIVERIES);
    const published = new Set(events.map(({ payload }) => payload.eventid));
    expect(receiver.requests().filter(({ eventid }) => !published.has(eventid ?? ''))).toEqual([]);

    const faults: string[] = [];
    for (const row of rows) faults.push(...faultsOf(row, madeOf.get(row.delivery_id) ?? [], RETRY_DELAY_MS));
    let repeated = 0;
    for (const row of rows) {
      const posts = postsOf.get(`${pathById.get(row.receiver_id)} ${row.eventid}`) ?? [];
      const recorded = madeOf.get(row.delivery_id) ?? [];
      repeated += Math.max(0, posts.length - recorded.length);
      if (
        posts.length > recorded.length &&
        !posts.some(({ atMs }) => kills.some((killMs) => atMs <= killMs + 100 && atMs >= killMs - TIMEOUT_MS - 2000))
      ) {
        faults.push(`${row.delivery_id}: ${posts.length} POSTs for ${recorded.length} recorded attempts, and no kill at that time`);
      }
      if (row.status === 'delivered' && posts.length === 0) faults.push(`${row.delivery_id}: delivered without a POST`);
    }
    expect(faults).toEqual([]);
    // A kill repeats at most the POSTs that were in flight, or had just ended and were being recorded.
    expect(repeated).toBeLessThanOrEqual(kills.length * 2 * 128);
    process.stderr.write(`${made.length} attempts, ${kills.length} kills, ${repeated} POSTs repeated\n`);
  }, 420_000);
});
