import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AxiosInstance } from 'axios';
import { MINUTE } from '#libs/config';
import { EVENT_NAMES, EXCEPTION_CODES, NO_FILTER, RETURN_REASONS, type TrackingEvent } from '#libs/contracts';
import { packText } from '#libs/persistence';
import { Dice } from '../builders/dice.js';
import { eventMessage, trackingEvent } from '../builders/tracking-event.js';
import { api } from '../support/api.js';
import type { TestReceiver } from '../support/receiver.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

/** Filters by content: fan-out, missing deliveries, previews and the values to choose from. */

interface Draft {
  readonly events: readonly string[];
  readonly filter: Readonly<Record<string, readonly string[]>>;
}
interface Judged {
  readonly eventid: string;
  readonly refusedBy?: string;
  readonly value?: string;
}
interface Preview {
  readonly judged: number;
  readonly taken: number;
  readonly parcelsInPart: number;
  readonly takenEvents: readonly Judged[];
  readonly leftOutEvents: readonly Judged[];
}

const RECEIVERS = 20;
const EVENTS = 150;
const PARCELS = 40;

/** The values of each list, and where a payload has its value. Written without a look at the product. */
const CHOICES: Readonly<Record<string, readonly [path: string, values: readonly string[]]>> = {
  couriers: ['references.courier', ['dhl-germany', 'gls', 'ups', 'Ä {"\\,']],
  destinationCountries: ['references.destination_country_iso3', ['DEU', 'AUT', 'XKX']],
  warehouses: ['references.warehouse', ['WRO2', 'wro2', '']],
  languages: ['references.language', ['de', 'en']],
  clients: ['references.client', ['shop-de', 'shop-at', '']],
  deliveryLocations: ['data.delivery_location', ['Doorstep', 'ParcelShop', '']],
  returnReasons: ['data.return_reason', ['Lost', 'NotCollected']],
  exceptions: ['data.exception_code', ['Customs', 'Damaged']],
};

const bed = useTestBed();
const dice = new Dice(76);
let account = 0;
let receiver: TestReceiver;
let client: AxiosInstance;
let url: string;

beforeAll(async () => {
  const [tokenApi] = await Promise.all([bed.startApp('token-api'), bed.startApp('webhook-sender')]);
  receiver = await bed.startReceiver();
  url = tokenApi.url;
});
beforeEach(async () => {
  account += 1;
  client = api(url, await bed.createAccountAndToken({ user: account, scope: 'write' }));
});

function randomEvent(consignmentId: string): TrackingEvent {
  const valueOf = (list: string): string => dice.pick(CHOICES[list]![1]);
  const event = dice.pick(EVENT_NAMES);
  return trackingEvent({
    account,
    consignmentId,
    event,
    references: {
      courier: valueOf('couriers'),
      destination_country_iso3: valueOf('destinationCountries'),
      warehouse: valueOf('warehouses'),
      language: valueOf('languages'),
      client: valueOf('clients'),
    },
    data: {
      delivery_location: valueOf('deliveryLocations'),
      ...(event === 'onReturn' && dice.chance(0.7) && { return_reason: dice.pick(RETURN_REASONS) }),
      ...(event === 'onDelay' && { exception_code: dice.pick(EXCEPTION_CODES) }),
    },
  });
}

function randomDraft(): Draft {
  const filter: Record<string, string[]> = {};
  for (const [list, [, values]] of Object.entries(CHOICES)) {
    const allowed = values.filter((value) => list !== 'deliveryLocations' || value !== '');
    if (dice.chance(0.3)) filter[list] = dice.shuffled(allowed).slice(0, dice.int(1, 2));
  }
  return { events: dice.chance(0.3) ? dice.shuffled(EVENT_NAMES).slice(0, 6) : [], filter };
}

/** A second implementation of the rule. */
function isWanted({ events, filter }: Draft, { payload }: TrackingEvent): boolean {
  if (events.length > 0 && !events.includes(payload.event)) return false;
  for (const [list, allowed] of Object.entries(filter)) {
    const [place, field] = CHOICES[list]![0].split('.') as ['references' | 'data', string];
    const value = (payload[place] as unknown as Record<string, string | undefined>)[field];
    if (allowed.length === 0 || (place === 'data' && (value === undefined || value === ''))) continue;
    if (!allowed.includes(value ?? '')) return false;
  }
  return true;
}

const newest = (events: readonly TrackingEvent[]): TrackingEvent[] =>
  events.toSorted((a, b) => b.createdAtMs - a.createdAtMs || (a.payload.eventid < b.payload.eventid ? 1 : -1));
const idsOf = (events: readonly TrackingEvent[]): string[] => events.map(({ payload }) => payload.eventid).toSorted();

/** Stores the events as event-builder does. */
async function store(events: readonly TrackingEvent[]): Promise<void> {
  const rows = events.map(({ payload, consignmentId, createdAtMs }) => ({
    eventid: payload.eventid,
    consignmentId,
    event: payload.event,
    client: payload.references.client,
    payload: packText(JSON.stringify(payload)).toString('base64'),
    createdAt: new Date(createdAtMs).toISOString(),
  }));
  await bed.database.query(
    `INSERT INTO event (eventid, account_id, consignment_id, event, happened_at, order_crc, client, payload, created_at, stored_at)
     SELECT eventid, $1, "consignmentId", event, now(), 0, client, decode(payload, 'base64'), "createdAt", now() - interval '1 minute'
     FROM jsonb_to_recordset($2::jsonb) AS row(eventid uuid, "consignmentId" uuid, event text, client text, payload text, "createdAt" timestamptz)`,
    [account, JSON.stringify(rows)],
  );
}

function someEvents(count = EVENTS): TrackingEvent[] {
  const parcels = Array.from({ length: PARCELS }, () => randomUUID());
  const firstMs = Date.now() - 30 * MINUTE;
  return Array.from({ length: count }, (_, n) => ({ ...randomEvent(dice.pick(parcels)), createdAtMs: firstMs + n }));
}

const preview = async (draft: object): Promise<Preview> => {
  const { status, data } = await client.post<Preview>('/receivers/preview', draft);
  expect([status, data]).toEqual([200, data]);
  return data;
};

describe('receivers with random filters', () => {
  it('get exactly the events that match, and after a change of filter `missing` delivers exactly the difference', async () => {
    const events = someEvents();
    await store(events);
    const made = await Promise.all(
      Array.from({ length: RECEIVERS }, async () => {
        const [path, draft] = [`/${randomUUID()}`, randomDraft()];
        const { status, data } = await client.post<{ receiverId: string }>('/receivers', { url: receiver.url(path), ...draft });
        expect(status).toBe(201);
        return { path, draft, receiverId: data.receiverId };
      }),
    );
    await bed.publish('events', events.map(eventMessage));
    // an event for all receivers in each parcel: when it arrives, the fan-out has passed the events before it
    const wantedBy = (draft: Draft): string[] => idsOf(events.filter((event) => isWanted(draft, event)));
    const arrived = (path: string): string[] =>
      receiver
        .requests(path)
        .map(({ eventid }) => eventid ?? '')
        .toSorted();
    for (const { path, draft } of made) {
      await waitFor(() => arrived(path).length >= wantedBy(draft).length);
    }
    const count = async (): Promise<number> =>
      (await bed.database.query<{ count: number }>('SELECT count(*)::int AS count FROM delivery WHERE account_id = $1', [account]))[0]!
        .count;
    await waitFor(async () => (await count()) === made.reduce((sum, { draft }) => sum + wantedBy(draft).length, 0));
    for (const { path, draft } of made) expect([draft, arrived(path)]).toEqual([draft, wantedBy(draft)]);

    for (const { path, draft: before, receiverId } of made) {
      const draft = randomDraft();
      const filter = { ...NO_FILTER, ...draft.filter };
      await client.patch(`/receivers/${receiverId}`, { ...draft, filter });
      const expected = [...new Set([...wantedBy(before), ...wantedBy(draft)])].toSorted();
      const order = { from: new Date(Date.now() - 60 * MINUTE).toISOString(), status: 'missing' };
      const { data } = await client.post<{ count: number }>(`/receivers/${receiverId}/redeliver`, { ...order, dryRun: true });
      expect(data.count).toBe(expected.length - wantedBy(before).length);
      await client.post(`/receivers/${receiverId}/redeliver`, order);
      await waitFor(() => arrived(path).length >= expected.length);
      expect([draft, arrived(path)]).toEqual([draft, expected]);
    }
  });
});

describe('POST /receivers/preview', () => {
  it('judges drafts like the fan-out, and names the list that refused an event', async () => {
    const events = newest(someEvents());
    await store(events);
    for (let round = 0; round < 30; round++) {
      const draft = randomDraft();
      const found = await preview(draft);
      const [taken, leftOut] = [true, false].map((wanted) => events.filter((event) => isWanted(draft, event) === wanted));
      expect([found.judged, found.taken]).toEqual([EVENTS, taken!.length]);
      expect(found.takenEvents.map(({ eventid }) => eventid)).toEqual(taken!.slice(0, 10).map(({ payload }) => payload.eventid));
      expect(found.leftOutEvents.map(({ eventid }) => eventid)).toEqual(leftOut!.slice(0, 10).map(({ payload }) => payload.eventid));
      for (const { eventid, refusedBy, value } of found.leftOutEvents) {
        const event = events.find(({ payload }) => payload.eventid === eventid)!;
        const only =
          refusedBy === 'events' ? { ...draft, filter: {} } : { events: [], filter: { [refusedBy!]: draft.filter[refusedBy!]! } };
        expect([refusedBy, isWanted(only, event)]).toEqual([refusedBy, false]);
        expect(JSON.stringify(event.payload)).toContain(JSON.stringify(value));
      }
    }
  });

  it('counts the parcels that the filter tells only in part', async () => {
    const [both, first, none] = [randomUUID(), randomUUID(), randomUUID()];
    const event = (consignmentId: string, name: TrackingEvent['payload']['event'], client: string): TrackingEvent => ({
      ...trackingEvent({ account, consignmentId, event: name, client }),
      createdAtMs: Date.now() - MINUTE,
    });
    await store([
      event(both, 'onCreated', 'a'),
      event(both, 'onDelivered', 'a'),
      event(first, 'onCreated', 'a'),
      event(first, 'onDelivered', 'b'),
      event(none, 'onCreated', 'b'),
    ]);
    expect(await preview({ filter: { clients: ['a'] } })).toMatchObject({ judged: 5, taken: 3, parcelsInPart: 1 });
    // the parcel ends, but its end is not chosen: that is no effect of the filter
    expect(await preview({ events: ['onCreated'], filter: { clients: ['a'] } })).toMatchObject({ taken: 2, parcelsInPart: 0 });
    expect(await preview({})).toMatchObject({ taken: 5, parcelsInPart: 0, leftOutEvents: [] });
  });

  it('judges the newest thousand events, however large they are', async () => {
    const long = 'x'.repeat(3_000);
    const events = newest(someEvents(1_010)).map(({ payload, ...rest }, index) => {
      const data = { ...payload.data, raw_scan: `${index} ${long} ${randomUUID()}` };
      return { ...rest, payload: { ...payload, data } };
    });
    await store(events);
    const draft: Draft = { events: [], filter: { languages: ['de'] } };
    const taken = events.slice(0, 1_000).filter((event) => isWanted(draft, event));
    expect(await preview(draft)).toMatchObject({ judged: 1_000, taken: taken.length });
  });

  it('judges an account without events, and refuses a bad draft', async () => {
    expect(await preview({})).toEqual({ judged: 0, taken: 0, parcelsInPart: 0, takenEvents: [], leftOutEvents: [] });
    const refused = async (draft: object): Promise<unknown> => {
      const { status, data } = await client.post<{ errors: { attr: string }[] }>('/receivers/preview', draft);
      return [status, data.errors.map(({ attr }) => attr)];
    };
    expect(await refused({ clients: [] })).toEqual([400, ['clients']]);
    expect(await refused({ events: ['created'], filter: { returnReasons: ['lost'] } })).toEqual([
      400,
      ['events.0', 'filter.returnReasons.0'],
    ]);
    const many = Array.from({ length: 600 }, (_, n) => `c${n}`);
    expect(await refused({ filter: { clients: many, warehouses: many } })).toEqual([400, ['filter']]);
  });
});

describe('GET /filter-values', () => {
  const insert = (references: Readonly<Record<string, string | null>>, daysAgo = 1): Promise<unknown> =>
    bed.database.query(
      `INSERT INTO consignment (consignment_id, account_id, courier, tracking_number, generation, order_no, client, warehouse, destination_country, language, status, state, created_at)
       VALUES (gen_random_uuid(), $1, $2, $3, 1, '', $4, $5, $6, $7, 'Pending', '', now() - $8 * interval '1 day')`,
      [
        account,
        references['courier'] ?? 'gls',
        randomUUID(),
        ...['client', 'warehouse', 'country', 'language'].map((key) => references[key] ?? null),
        daysAgo,
      ],
    );

  it('lists what the parcels of the last 30 days have, the most frequent first', async () => {
    await insert({ client: '', warehouse: 'W1', country: 'AUT', language: 'de' });
    await insert({ client: '', warehouse: 'W2', country: 'AUT', language: 'en' });
    await insert({ client: 'shop', warehouse: 'W2', courier: 'dhl' });
    await insert({ client: 'x'.repeat(201), warehouse: 'W2' });
    await insert({ client: 'old', warehouse: 'old' }, 31);
    expect((await client.get('/filter-values')).data).toEqual({
      parcels: 4,
      couriers: [
        { value: 'gls', parcels: 3 },
        { value: 'dhl', parcels: 1 },
      ],
      destinationCountries: [{ value: 'AUT', parcels: 2 }],
      warehouses: [
        { value: 'W2', parcels: 3 },
        { value: 'W1', parcels: 1 },
      ],
      languages: [
        { value: 'de', parcels: 1 },
        { value: 'en', parcels: 1 },
      ],
      clients: [
        { value: '', parcels: 2 },
        { value: 'shop', parcels: 1 },
      ],
    });
  });

  it('is empty for an account without parcels', async () => {
    const { data } = await client.get<Record<string, unknown>>('/filter-values');
    expect(Object.values(data)).toEqual([0, [], [], [], [], []]);
  });
});
