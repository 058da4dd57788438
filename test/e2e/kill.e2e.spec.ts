import { beforeAll, describe, expect, it } from '@jest/globals';
import { insertReceiver } from '../builders/receiver-row.js';
import { parcel, type Parcel } from '../builders/parcel.js';
import type { App } from '../support/app.js';
import type { TestReceiver } from '../support/receiver.js';
import { KILLED, type TestBed, useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

const ACCOUNT = 9;
const EVENTS_EACH = ['onCreated', 'onDispatch', 'onOutForDelivery', 'onDelivered'];
/** `npm run test:long` uses more parcels. */
const PARCELS = Array.from({ length: Number(process.env['PARCELS'] ?? 30) }, (_, index) =>
  parcel({ account: ACCOUNT, trackingNumber: `KILL-${index}` }),
);
const EXPECTED = PARCELS.flatMap(({ trackingNumber }) => EVENTS_EACH.map((event) => `${trackingNumber} ${event}`)).toSorted();

const bed = useTestBed({ env: KILLED });
const calmBed = useTestBed();
let receiver: TestReceiver;
let calmReceiver: TestReceiver;

beforeAll(async () => {
  [receiver, calmReceiver] = await Promise.all([bed.startReceiver(), calmBed.startReceiver()]);
  await insertReceiver(bed.database, { account: ACCOUNT, url: receiver.url('/') });
  await insertReceiver(calmBed.database, { account: ACCOUNT, url: calmReceiver.url('/') });
});

interface Body {
  readonly event: string;
  readonly eventid: string;
  readonly references: { readonly tracking_number: string };
}

/** Returns the ids of the webhooks by tracking number and event. */
function idsByEvent({ requests }: TestReceiver): Map<string, Set<string>> {
  const ids = new Map<string, Set<string>>();
  for (const { event, eventid, references } of requests().map((request) => request.json<Body>())) {
    const name = `${references.tracking_number} ${event}`;
    ids.set(name, (ids.get(name) ?? new Set()).add(eventid));
  }
  return ids;
}

const isComplete = (from: TestReceiver): boolean => idsByEvent(from).size >= EXPECTED.length;

async function publishAll(to: TestBed, parcels: readonly Parcel[]): Promise<void> {
  await to.publish(
    'records',
    parcels.map((each) => each.record()),
  );
  await to.publish(
    'scans',
    parcels.map((each) => each.scan('InboundScan', '2026-03-28T21:00:00Z')),
  );
  await to.publish(
    'scans',
    parcels.map((each) => each.scan('OutForDelivery', '2026-03-30T08:00:00Z')),
  );
  await to.publish(
    'scans',
    parcels.map((each) => each.scan('Delivered', '2026-03-30T11:30:00Z')),
  );
}

/** Webhooks that were in flight when the sender was killed: only these may come twice. */
let openAtKills = 0;

async function postedButNotRecorded(): Promise<number> {
  const [row] = await bed.database.query<{ count: number }>('SELECT count(*)::int AS count FROM delivery_attempt');
  return new Set(receiver.requests().map(({ eventid }) => eventid)).size - (row?.count ?? 0);
}

/** Kills the app when the receiver has got `more` further webhooks, and starts the app again. */
async function killAfter(app: App, more: number): Promise<App> {
  const until = receiver.requests().length + more;
  await waitFor(() => receiver.requests().length >= until || isComplete(receiver), { everyMs: 5 });
  await app.kill('SIGKILL');
  if (app.name === 'webhook-sender') openAtKills += await postedButNotRecorded();
  return bed.startProcess(app.name);
}

describe('apps that are killed between the hops and restarted', () => {
  it('lose nothing, invent nothing and change no id; only webhooks that were in flight may come twice', async () => {
    let [builder, sender] = await Promise.all([bed.startProcess('event-builder'), bed.startProcess('webhook-sender')]);
    await publishAll(bed, PARCELS);
    for (const part of [0, 0.1, 0.25]) {
      const more = 1 + Math.round(part * EXPECTED.length);
      [builder, sender] = await Promise.all([killAfter(builder, more), killAfter(sender, more + 20)]);
    }
    await waitFor(() => isComplete(receiver), { what: `${EXPECTED.length} different webhooks` });

    const killed = idsByEvent(receiver);
    expect([...killed.keys()].toSorted()).toEqual(EXPECTED);
    expect([...killed.values()].every((ids) => ids.size === 1)).toBe(true);
    expect(receiver.requests().length - EXPECTED.length).toBeLessThanOrEqual(openAtKills);

    await Promise.all([calmBed.startApp('event-builder'), calmBed.startApp('webhook-sender')]);
    await publishAll(calmBed, PARCELS);
    await waitFor(() => isComplete(calmReceiver));
    const calm = idsByEvent(calmReceiver);
    expect(calmReceiver.requests()).toHaveLength(EXPECTED.length);
    expect(EXPECTED.map((name) => [...(killed.get(name) ?? [])])).toEqual(EXPECTED.map((name) => [...(calm.get(name) ?? [])]));
  });

  it('record every delivery as delivered after one attempt', async () => {
    const rows = await waitFor(async () => {
      const counts = await bed.database.query<{ status: string; attempts: number; count: number }>(
        'SELECT status, attempts, count(*)::int AS count FROM delivery GROUP BY 1, 2',
      );
      return counts.length === 1 ? counts : undefined;
    });
    expect(rows).toEqual([{ status: 'delivered', attempts: 1, count: EXPECTED.length }]);
  });
});
