import { randomUUID } from 'node:crypto';
import { packText } from '#libs/persistence';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AxiosInstance } from 'axios';
import { trackingEvent } from '../builders/tracking-event.js';
import { api } from '../support/api.js';
import { useTestBed } from '../support/test-bed.js';

const ACCOUNT = 1;
const AT_THE_START = 400;
const bed = useTestBed();
let client: AxiosInstance;

/** Many rows share a time, and new rows are inserted everywhere: a row has the time of its cause, which may be in the past. */
const EVENTS = `
  INSERT INTO event (eventid, account_id, consignment_id, event, happened_at, order_crc, client, payload, created_at)
  SELECT gen_random_uuid(), $1, gen_random_uuid(), 'onDelay', now(), 0, '', $2::bytea, date_trunc('second', now()) - (random() * 60)::int * interval '1 second'
  FROM generate_series(1, $3) RETURNING eventid AS id`;
const DELIVERIES = `
  INSERT INTO delivery (delivery_id, account_id, receiver_id, consignment_id, eventid, event, status, created_at, updated_at)
  SELECT gen_random_uuid(), $1, $2, gen_random_uuid(), gen_random_uuid(), 'onDelay', 'pending', date_trunc('second', now()) - (random() * 60)::int * interval '1 second', now()
  FROM generate_series(1, $3) RETURNING delivery_id AS id`;

const LISTS = {
  events: {
    path: '/events',
    idOf: (row: Record<string, string>) => row['eventid'],
    sql: EVENTS,
    second: packText(JSON.stringify(trackingEvent({ account: ACCOUNT }).payload)),
  },
  deliveries: { path: '/deliveries', idOf: (row: Record<string, string>) => row['deliveryId'], sql: DELIVERIES, second: randomUUID() },
} as const;

beforeAll(async () => {
  const credentials = await bed.createAccountAndToken({ user: ACCOUNT, scope: 'generate' });
  client = api((await bed.startApp('token-api')).url, credentials);
});

describe.each(['events', 'deliveries'] as const)('a walk through %s while others insert', (name) => {
  const { path, idOf, sql, second } = LISTS[name];
  const insert = async (count: number): Promise<string[]> =>
    (await bed.database.query<{ id: string }>(sql, [ACCOUNT, second, count])).map(({ id }) => id);

  async function walk(limit: number): Promise<string[]> {
    const found: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const { data } = await client.get<Record<string, Record<string, string>[]> & { nextCursor: string | null }>(path, {
        params: { limit, ...(cursor !== undefined && { cursor }) },
      });
      found.push(...(data[name] ?? []).map((row) => idOf(row) ?? ''));
      cursor = data.nextCursor;
    }
    return found;
  }

  it('returns every row that was there at the start exactly once', async () => {
    const atTheStart = await insert(AT_THE_START);
    const walking = new AbortController();
    const inserting = (async () => {
      let count = 0;
      for (; !walking.signal.aborted && count < 2000; count += 20) await insert(20);
      return count;
    })();
    const found = await walk(25);
    walking.abort();
    expect(await inserting).toBeGreaterThan(0);
    expect(new Set(found).size).toBe(found.length);
    const met = new Set(found);
    expect(atTheStart.filter((id) => !met.has(id))).toEqual([]);
  });
});

describe('a cursor', () => {
  it.each([
    ['/events', '/deliveries'],
    ['/deliveries', '/events'],
    ['/deliveries', '/audit-log'],
  ])('of %s is not valid for %s', async (path, other) => {
    const { data } = await client.get<{ nextCursor: string }>(path, { params: { limit: 1 } });
    expect(data.nextCursor).toEqual(expect.any(String));
    const { status, data: refusal } = await client.get<object>(other, { params: { cursor: data.nextCursor } });
    expect([status, refusal]).toMatchObject([400, { errors: [{ code: 'invalid', attr: 'cursor' }] }]);
  });
});
