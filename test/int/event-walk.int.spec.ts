import { randomUUID } from 'node:crypto';
import { packText, packedInSql } from '#libs/persistence';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AxiosInstance } from 'axios';
import type { Client } from 'pg';
import { trackingEvent } from '../builders/tracking-event.js';
import { api } from '../support/api.js';
import { stdoutOf } from '../support/command.js';
import { holding } from '../support/database.js';
import { eventWalks } from '../support/event-walks.js';
import { useTestBed } from '../support/test-bed.js';

const bed = useTestBed();
const PAYLOAD = packText(JSON.stringify(trackingEvent({ account: 1 }).payload));
let url: string;
let account = 0;
let client: AxiosInstance;

beforeAll(async () => {
  url = (await bed.startApp('token-api')).url;
});

beforeEach(async () => {
  account += 1;
  client = api(url, await bed.createAccountAndToken({ user: account, scope: 'read' }));
});

/** Events whose causes are in the past, in any order. */
const EVENTS = `
  INSERT INTO event (eventid, account_id, consignment_id, event, happened_at, order_crc, client, payload, created_at)
  SELECT gen_random_uuid(), $1, $2, $3, now(), 0, '', $4::bytea, date_trunc('second', now()) - (random() * 60)::int * interval '1 second'
  FROM generate_series(1, $5) RETURNING eventid AS id`;
const valuesOf = (count: number, event = 'onDelay', consignmentId: string = randomUUID()): unknown[] => [
  account,
  consignmentId,
  event,
  PAYLOAD,
  count,
];

async function store(count: number, event = 'onDelay', consignmentId: string = randomUUID()): Promise<string[]> {
  return (await bed.database.query<{ id: string }>(EVENTS, valuesOf(count, event, consignmentId))).map(({ id }) => id);
}

const { ask, walk, walkAll } = eventWalks(() => client);

describe('GET /events?after=', () => {
  it('returns every event once, in the order of storing, while others are stored', async () => {
    const stored = await store(300);
    const walking = new AbortController();
    const storing = (async () => {
      for (let turn = 0; !walking.signal.aborted && turn < 100; turn++) stored.push(...(await store(20)));
    })();
    const first = await walkAll({ after: '0', limit: 25 }, 300);
    walking.abort();
    await storing;
    const rest = await walkAll({ after: first.nextAfter, limit: 200 }, stored.length - first.ids.length);
    expect([...first.ids, ...rest.ids]).toEqual(stored);
  });

  it('from the end returns events stored from now on, and an empty page continues at the same place', async () => {
    await store(3);
    await walkAll({ after: '0' }, 3); // Otherwise the end may lie before these events.
    const end = await ask({ after: 'end' });
    expect(end).toEqual({ events: [], nextCursor: null, nextAfter: expect.any(String) });
    const before = await walk({ after: end.nextAfter });
    const stored = await store(2);
    expect((await walkAll({ after: before.nextAfter }, 2)).ids).toEqual(stored);
    expect(await ask({ after: '0', event: 'onReturn', limit: 1, consignmentId: randomUUID() })).toEqual({
      events: [],
      nextCursor: null,
      nextAfter: '0',
    });
  });

  it('waits for an earlier transaction that commits last, and then skips no event', async () => {
    const { nextAfter } = await ask({ after: 'end' });
    const slow: Client = await holding(bed.database, EVENTS, valuesOf(1));
    const quick = await store(2);
    expect((await walk({ after: nextAfter })).ids).toEqual([]);
    await slow.query('COMMIT');
    await slow.end();
    const { ids } = await walkAll({ after: nextAfter }, 3);
    expect(ids).toHaveLength(3);
    expect(ids.slice(1)).toEqual(quick);
  });

  it('continues after a transaction that was rolled back', async () => {
    const slow = await holding(bed.database, EVENTS, valuesOf(1));
    const stored = await store(1);
    await slow.query('ROLLBACK');
    await slow.end();
    expect((await walkAll({ after: '0' }, 1)).ids).toEqual(stored);
  });

  it('returns no event of another account', async () => {
    const stored = await store(2);
    const { nextAfter } = await walkAll({ after: '0' }, 2);
    const owner = client;
    account += 1;
    client = api(url, await bed.createAccountAndToken({ user: account, scope: 'read' }));
    expect((await walk({ after: '0' })).ids).toEqual([]);
    const own = await store(1);
    expect((await walkAll({ after: nextAfter }, 1)).ids).toEqual(own);
    client = owner;
    expect((await walk({ after: '0' })).ids).toEqual(stored);
  });

  it('accepts the filters, and finds a rare event behind thousands of others', async () => {
    const consignmentId = randomUUID();
    const [rare, ofParcel] = [await store(1, 'onReturn'), await store(3, 'onDelay', consignmentId)];
    await store(2_200);
    const last = await store(1, 'onReturn');
    expect((await walkAll({ after: '0', event: 'onReturn' }, 2)).ids).toEqual([...rare, ...last]);
    expect((await ask({ after: '0', event: 'onReturn', limit: 1 })).events).toHaveLength(1);
    expect((await walk({ after: '0', consignmentId, limit: 2 })).ids).toEqual(ofParcel);
    await bed.database.query(
      `INSERT INTO consignment (consignment_id, account_id, courier, tracking_number, generation, order_no, client, status, state)
       VALUES ($1, $2, 'acme-express', $3, 1, '', '', 'Pending', ${packedInSql(`'{"record":{}}'`)})`,
      [consignmentId, account, `WALK${account}`],
    );
    expect((await walk({ after: '0', courier: 'acme-express', trackingNumber: `walk ${account}` })).ids).toEqual(ofParcel);
    expect((await walk({ after: '0', courier: 'acme-express', trackingNumber: 'NONE' })).ids).toEqual([]);
  });

  it('accepts a client with few parcels, and a client with more parcels than a query can name', async () => {
    const parcelOf = async (clientName: string, count: number): Promise<string[]> => {
      const rows = await bed.database.query<{ id: string }>(
        `INSERT INTO consignment (consignment_id, account_id, courier, tracking_number, generation, order_no, client, status, state)
         SELECT gen_random_uuid(), $1, 'acme', $2 || number, 1, 'A', $2, 'Pending', ${packedInSql(`'{"record":{}}'`)}
         FROM generate_series(1, $3) AS number RETURNING consignment_id AS id`,
        [account, clientName, count],
      );
      return rows.map(({ id }) => id);
    };
    const [few, many] = [await parcelOf('few', 1), await parcelOf('many', 1001)];
    const ofFew = await store(2, 'onDelay', few[0]);
    const ofMany = await store(3, 'onDelay', many[1000]);
    await store(1);
    expect((await walkAll({ after: '0', client: 'few', limit: 2 }, 2)).ids.toSorted()).toEqual(ofFew.toSorted());
    expect((await walkAll({ after: '0', client: 'many', limit: 2 }, 3)).ids.toSorted()).toEqual(ofMany.toSorted());
    expect((await walk({ after: '0', client: 'many', event: 'onDelivered' })).ids).toEqual([]);
  });

  it('ends a page of long events earlier', async () => {
    const stored = await store(9);
    const { payload } = trackingEvent({ account });
    const long = { ...payload, data: { ...payload.data, raw_scan: 'x'.repeat(2 ** 18) } };
    await bed.database.query('UPDATE event SET payload = $2 WHERE eventid = ANY($1::uuid[])', [stored, packText(JSON.stringify(long))]);
    expect((await walkAll({ after: '0' }, 9)).ids).toEqual(stored);
    expect((await ask({ after: '0' })).events).toHaveLength(4);
  });

  it.each([
    [{ after: '0', cursor: 'x' }, ['cursor', 'after']],
    [{ after: '0', from: '2026-03-29T10:00:00Z' }, ['after']],
    [{ after: 'end', to: '2026-03-29T10:00:00Z' }, ['after']],
    [{ after: '' }, ['after']],
    [{ after: 'soon' }, ['after']],
    [{ after: '2026-03-29' }, ['after']],
    [{ after: '2026-03-29T10:00:00' }, ['after']],
    [{ after: '2026-02-30T10:00:00Z' }, ['after']],
    [{ after: '0001-01-01T00:00:00Z' }, ['after']],
    [{ after: '9999-12-31T23:59:59-23:59' }, ['after']],
    [{ after: "2026-03-29T10:00:00Z'; DROP TABLE event" }, ['after']],
    [{ after: `2026-03-29T10:00:00.${'0'.repeat(8_000)}Z` }, ['after']],
    [{ after: '2026-03-29T10:00:00Z', from: '2026-03-29T10:00:00Z' }, ['after']],
    [{ after: { since: '2026-03-29T10:00:00Z' } }, ['after[since]']],
    [{ after: '0', limit: 201 }, ['limit']],
  ])('refuses %j', async (params, attrs) => {
    const { status, data } = await client.get<{ errors: { attr: string; detail: string }[] }>('/events', { params });
    expect([status, data.errors.map(({ attr }) => attr).toSorted()]).toEqual([400, attrs.toSorted()]);
  });

  it.each(['yesterday', '2026-03-29T10:00:00Z&after=end'])('names its forms to whom sends %s', async (after) => {
    const { data } = await client.get<{ errors: readonly object[] }>(`/events?after=${after}`);
    expect(data.errors).toEqual([{ attr: 'after', code: 'invalid', detail: expect.stringMatching(/`0`.*`end`.*T10:00:00Z.*`nextAfter`/) }]);
  });

  it('is not part of the list without its parameter', async () => {
    await store(1);
    expect(Object.keys(await ask({}))).toEqual(['events', 'nextCursor']);
  });
});

describe('a database that was restored to another server', () => {
  it('continues after all positions given out before, once `migrate` has run', async () => {
    const stored = await store(3);
    const { nextAfter } = await walkAll({ after: '0' }, 3);
    // As after pg_restore: the rows come from a server with higher transaction ids, and a reader continued after the dump.
    await bed.database.query('UPDATE event SET stored_tx = stored_tx + 5000000000 WHERE account_id = $1', [account]);
    await bed.database.query(`UPDATE event_position SET cluster = 'another/00000001'`);
    const [, tx = '', ...rest] = Buffer.from(nextAfter, 'base64url').toString().split('|');
    const ahead = Buffer.from(['stored', Number(tx) + 5_000_100_000, ...rest].join('|')).toString('base64url');

    const migrate = async (): Promise<string> => stdoutOf(await bed.runCommand(['migrate']));
    expect(await migrate()).toContain('up to date');
    const noted = await bed.database.query('SELECT * FROM event_position');
    expect(await migrate()).toContain('up to date');
    expect(await bed.database.query('SELECT * FROM event_position')).toEqual(noted);

    const later = await store(2);
    expect((await walkAll({ after: ahead }, 2)).ids).toEqual(later);
    expect((await walkAll({ after: '0' }, 5)).ids).toEqual([...stored, ...later]);
    const end = await ask({ after: 'end' });
    const last = await store(1);
    expect((await walkAll({ after: end.nextAfter }, 1)).ids).toEqual(last);
  });
});
