import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AxiosInstance } from 'axios';
import { ReceiversRepository } from '../../apps/token-api/src/receivers/receivers.repository.js';
import { readConfig } from '#libs/config';
import { ReceiverEntity, connect, createDataSource, databaseSettings, packText } from '#libs/persistence';
import { insertReceiver } from '../builders/receiver-row.js';
import { trackingEvent } from '../builders/tracking-event.js';
import { api } from '../support/api.js';
import { useTestBed } from '../support/test-bed.js';

/** The data that an account stores may be large; one answer is never large. */

const MIB = 1024 * 1024;
const bed = useTestBed();
let caller: AxiosInstance;
let dataSource: ReturnType<typeof createDataSource>;

beforeAll(async () => {
  const credentials = await bed.createAccountAndToken({ user: 1 });
  caller = api((await bed.startApp('token-api')).url, credentials);
  dataSource = await connect(createDataSource(readConfig(databaseSettings, { DATABASE_URL: bed.database.url }), 'sizes'));
});
afterAll(() => dataSource.destroy());

type Page<T> = Readonly<Record<string, readonly T[]>> & { readonly nextCursor: string | null };

const sizeOf = (answer: unknown): number => Buffer.byteLength(JSON.stringify(answer));

/** Reads all pages of a list. @returns the number of rows on each page, and the rows */
async function walk<T>(path: string, name: string): Promise<{ counts: number[]; rows: T[] }> {
  const pages: (readonly T[])[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { data } = await caller.get<Page<T>>(path, { params: { limit: 200, ...(cursor !== undefined && { cursor }) } });
    expect(sizeOf(data)).toBeLessThan(2.5 * MIB);
    pages.push(data[name] ?? []);
    cursor = data.nextCursor;
  }
  return { counts: pages.map(({ length }) => length), rows: pages.flat() };
}

describe('notes of tokens', () => {
  const generate = (note: string) => caller.post<{ tokenId: number }>('/tokens/generate', { scope: 'read', note });
  const long = 'n'.repeat(MIB - 100);

  it('may be as long as a body, but all together at most 4 MiB; a revoked token makes room, and short notes always fit', async () => {
    const first = await generate(long);
    const quotes = '"'.repeat(MIB / 2 - 50);
    expect([first.status, (await generate(long)).status, (await generate(quotes)).status, (await generate(quotes)).status]).toEqual(
      Array.from({ length: 4 }, () => 200),
    );
    const refused = await generate(long);
    expect([refused.status, JSON.stringify(refused.data)]).toEqual([409, expect.stringContaining('may take 4194304: shorten this note')]);
    expect((await generate('short')).status).toBe(200);
    await caller.post('/tokens/revoke', { tokenId: first.data.tokenId });
    expect((await generate(long)).status).toBe(200);
    expect(sizeOf((await caller.get('/tokens/list')).data)).toBeLessThan(4.1 * MIB);
  });

  it('are removed with the revocation of their token; the audit log keeps the beginning of long notes', async () => {
    const { tokenId } = (await generate('soon 😀')).data;
    await caller.post('/tokens/revoke', { tokenId });
    const notes = await bed.database.query<{ note: string }>('SELECT note FROM api_token WHERE revoked_at IS NOT NULL');
    expect(notes.map(({ note }) => note)).toEqual(['', '']);
    const entries = await bed.database.query<{ note: string }>(
      `SELECT coalesce(before, after)->>'note' AS note FROM audit_log WHERE action LIKE 'token.%' ORDER BY length(coalesce(before, after)->>'note') DESC`,
    );
    expect(entries.filter(({ note }) => note.length > 1000).map(({ note }) => note)).toEqual(
      Array.from({ length: 6 }, () => expect.stringMatching(/^(n{1000}|"{1000})…$/)),
    );
    expect(entries.filter(({ note }) => note === 'soon 😀')).toHaveLength(2);
  });
});

describe('large entries of the audit log', () => {
  it('come in pages that end earlier, and none is lost', async () => {
    await bed.database.query(
      `INSERT INTO audit_log (account_id, action, subject_id, by_command, after)
       SELECT 1, 'receiver.changed', 'r', 'test', json_build_object('text', repeat('x', 700000)) FROM generate_series(1, 5)`,
    );
    const { counts, rows } = await walk<{ auditId: number; after: { text?: string } | null }>('/audit-log', 'entries');
    expect(counts.length).toBeGreaterThan(2);
    expect(rows.map(({ after }) => after?.text?.length ?? 0).filter((length) => length > 1000)).toHaveLength(5);
    expect(rows.map(({ auditId }) => auditId)).toEqual([...new Set(rows.map(({ auditId }) => auditId))].toSorted((a, b) => b - a));
  });
});

const packed = (payload: object): Buffer => packText(JSON.stringify(payload));

describe('events with long texts', () => {
  it('come in pages that end earlier; each event comes once', async () => {
    const { payload } = trackingEvent({ account: 1 });
    const long = { ...payload, data: { ...payload.data, raw_scan: 'x'.repeat(MIB / 4) } };
    const made = await bed.database.query<{ id: string }>(
      `INSERT INTO event (eventid, account_id, consignment_id, event, happened_at, order_crc, client, payload, created_at)
       SELECT gen_random_uuid(), 1, gen_random_uuid(), 'onDelay', now(), 0, '', CASE WHEN i % 10 = 0 THEN $1::bytea ELSE $2::bytea END, now() - i * interval '1 second'
       FROM generate_series(1, 30) AS i RETURNING eventid AS id`,
      [packed(long), packed(payload)],
    );
    const { counts, rows } = await walk<{ eventid: string }>('/events', 'events');
    expect(counts).toEqual([30]);
    await bed.database.query(`UPDATE event SET payload = $1`, [packed(long)]);
    const again = await walk<{ eventid: string }>('/events', 'events');
    expect(again.counts).toEqual([4, 4, 4, 4, 4, 4, 4, 2]);
    expect(again.rows.map(({ eventid }) => eventid)).toEqual(rows.map(({ eventid }) => eventid));
    expect(new Set(rows.map(({ eventid }) => eventid))).toEqual(new Set(made.map(({ id }) => id)));
  });
});

describe('a delivery that was sent many times', () => {
  const EVENT = `
    INSERT INTO event (eventid, account_id, consignment_id, event, happened_at, order_crc, client, payload, created_at) VALUES ($1, 1, gen_random_uuid(), 'onDelay', now(), 0, '', $2, now())`;
  const DELIVERY = `
    INSERT INTO delivery (delivery_id, account_id, receiver_id, consignment_id, eventid, event, status, round, attempts, created_at, updated_at)
    SELECT $1, 1, gen_random_uuid(), consignment_id, eventid, event, 'exhausted', 15, 16, created_at, now() FROM event WHERE eventid = $2`;
  const ATTEMPTS = `
    INSERT INTO delivery_attempt (delivery_id, delivery_created_at, round, attempt, account_id, receiver_id, outcome, attempted_at, duration_ms, event, is_test, body_sha256)
    SELECT delivery_id, created_at, made.round, made.attempt, 1, receiver_id, 'timeout', now(), 1, event, is_test, $2
    FROM delivery CROSS JOIN (SELECT i / 16 + 1 AS round, i % 16 + 1 AS attempt FROM generate_series(0, 239) AS i) AS made WHERE delivery_id = $1`;

  it('shows the newest 200 attempts, in order, with as many bodies as fit', async () => {
    const { payload } = trackingEvent({ account: 1 });
    const body = JSON.stringify({ ...payload, data: { ...payload.data, raw_scan: 'x'.repeat(MIB / 4) } });
    const deliveryId = randomUUID();
    await bed.database.query(EVENT, [payload.eventid, packText(body)]);
    await bed.database.query(DELIVERY, [deliveryId, payload.eventid]);
    await bed.database.query(ATTEMPTS, [deliveryId, createHash('sha256').update(body).digest()]);
    const { data } = await caller.get<{ attempts: { round: number; attempt: number; requestBody: string | null }[] }>(
      `/deliveries/${deliveryId}`,
    );
    const places = data.attempts.map(({ round, attempt }) => (round - 1) * 16 + attempt);
    expect(places).toEqual(Array.from({ length: 200 }, (_, index) => 41 + index));
    const bodies = data.attempts.map(({ requestBody }) => requestBody);
    expect(bodies.slice(-4)).toEqual([body, body, body, body]);
    expect(bodies.slice(0, -4).every((each) => each === null)).toBe(true);
  });
});

describe('the list of receivers', () => {
  it('reads no encrypted values', async () => {
    const receiverId = await insertReceiver(bed.database, { account: 1, url: 'https://127.0.0.1/' });
    const auth = { type: 'headers', headerNames: ['x-key'], sealed: 'v1:secret' };
    await bed.database.query('UPDATE receiver SET auth = $1 WHERE receiver_id = $2', [auth, receiverId]);
    const rows = await new ReceiversRepository(dataSource.getRepository(ReceiverEntity)).list(1);
    expect(rows.map((row) => row.auth)).toEqual([{ type: 'headers', headerNames: ['x-key'] }]);
    const { data } = await caller.get<{ receivers: { receiverId: string; auth: object }[] }>('/receivers');
    expect(data.receivers).toMatchObject([{ receiverId, auth: { type: 'headers', headerNames: ['x-key'] } }]);
  });
});
