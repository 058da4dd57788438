// Lists as CSV files: what they contain, what they leave out, and that a long file takes no more memory than one of its pages.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AxiosInstance } from 'axios';
import { parcel } from '../builders/parcel.js';
import { api } from '../support/api.js';
import { mostResidentBytes } from '../support/memory-watch.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

const bed = useTestBed();
const MOST_ROWS = 100_000;
const MIB = 2 ** 20;
const EVIL = `=HYPERLINK("https://evil.example","A, 1")`;
const [PARCEL, OTHER] = [parcel({ account: 1, trackingNumber: '+4917' }), parcel({ account: 1 })];
const receiverId = randomUUID();
let owner: AxiosInstance;
let reader: AxiosInstance;
let consignmentId: string;

/** Inserts rows of two receivers, the newest first; pairs share a time. */
const INSERT = `
  INSERT INTO delivery (delivery_id, account_id, receiver_id, consignment_id, eventid, event, status, attempts, created_at, updated_at)
  SELECT gen_random_uuid(), $1, CASE WHEN row % 5 = 0 THEN $2::uuid ELSE gen_random_uuid() END, $3::uuid, gen_random_uuid(), 'onDelivered', 'exhausted', 16,
    now() - interval '1 ms' * (row / 2), now()
  FROM generate_series(1, $4) AS row`;

const insert = (account: number, rows: number, of: string = randomUUID()): Promise<unknown> =>
  bed.database.query(INSERT, [account, receiverId, of, rows]);

beforeAll(async () => {
  const [one, reads] = [await bed.createAccountAndToken({ user: 1 }), await bed.createAccountAndToken({ user: 1, scope: 'read' })];
  const [{ url }] = await Promise.all([bed.startApp('token-api'), bed.startApp('event-builder')]);
  [owner, reader] = [api(url, one), api(url, reads)];
  const record = PARCEL.record().value as { references: object };
  await bed.publish('records', [
    { ...PARCEL.record(), value: { ...record, references: { ...record.references, orderNo: EVIL } } },
    OTHER.record(),
  ]);
  consignmentId = await waitFor(async () => {
    const { data } = await owner.get<{ consignments: { consignmentId: string; orderNo: string }[] }>('/consignments');
    return data.consignments.length === 2 && data.consignments.find(({ orderNo }) => orderNo === EVIL)?.consignmentId;
  });
  await insert(1, 450, consignmentId);
});

/** Returns the header and the lines of a file whose cells have no line break. */
async function fileOf(path: string, params: object = {}, as = reader): Promise<{ readonly columns: string[]; readonly lines: string[] }> {
  const { status, data, headers } = await as.get<string>(`/exports/${path}`, { params });
  expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
    200,
    'text/csv; charset=utf-8',
    `attachment; filename="${path}"`,
  ]);
  const [header = '', ...lines] = data.replace(/^\uFEFF/, '').split('\r\n');
  expect(lines.pop()).toBe('');
  return { columns: header.split(','), lines };
}

describe('a list as a CSV file', () => {
  it('has all pages of the list, in its order, with its filters', async () => {
    const { columns, lines } = await fileOf('deliveries.csv');
    const found: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const params: object = { limit: 200, ...(cursor !== '' && { cursor }) };
      const { data } = await owner.get<{ deliveries: { deliveryId: string }[]; nextCursor: string | null }>('/deliveries', { params });
      found.push(...data.deliveries.map(({ deliveryId }) => deliveryId));
      cursor = data.nextCursor;
    }
    expect([columns[0], lines.map((line) => line.split(',')[0])]).toEqual(['deliveryId', found]);
    expect(found).toHaveLength(450);
    const filtered = await fileOf('deliveries.csv', { receiverId });
    expect(filtered.lines).toHaveLength(90);
    expect(filtered.lines.every((line) => line.includes(receiverId))).toBe(true);
    expect((await fileOf('deliveries.csv', { status: 'pending' })).lines).toEqual([]);
  });

  it('names receivers beside their ids, and keeps long numbers for a spreadsheet that asks for it', async () => {
    const { data: made } = await owner.post<{ receiverId: string }>('/receivers', { url: 'https://127.0.0.1/', name: 'Shop; Nord' });
    const long = parcel({ account: 1, trackingNumber: '00340434161234567890' });
    await bed.publish('records', [long.record()]);
    const id = await waitFor(async () => {
      const { data } = await owner.get<{ consignments: { consignmentId: string }[] }>(`/consignments?q=${long.trackingNumber}`);
      return data.consignments[0]?.consignmentId;
    });
    await bed.database.query(
      `INSERT INTO delivery (delivery_id, account_id, receiver_id, consignment_id, eventid, event, status, attempts, created_at, updated_at)
       VALUES (gen_random_uuid(), 1, $1, $2, gen_random_uuid(), 'onDelivered', 'exhausted', 16, now(), now())`,
      [made.receiverId, id],
    );
    const only = { receiverId: made.receiverId };
    const plain = await fileOf('deliveries.csv', only);
    expect(plain.columns.slice(8, 10)).toEqual(['receiverId', 'receiverName']);
    expect(plain.lines).toEqual([expect.stringContaining(`,00340434161234567890,${made.receiverId},"Shop; Nord",`)]);
    const sheet = await fileOf('deliveries.csv', { ...only, for: 'spreadsheet', separator: 'semicolon' });
    expect(sheet.lines).toEqual([expect.stringContaining(`;'00340434161234567890;${made.receiverId};"Shop; Nord";`)]);
    const parcels = await fileOf('consignments.csv', { q: long.trackingNumber, for: 'spreadsheet' });
    expect(parcels.lines).toEqual([expect.stringContaining(`,'00340434161234567890,`)]);
    const audit = await fileOf('audit-log.csv', { subjectId: made.receiverId }, owner);
    expect(audit.lines[0]).toContain(`${made.receiverId},"Shop; Nord",`);
    await bed.database.query('DELETE FROM delivery WHERE receiver_id = $1', [made.receiverId]);
    await bed.database.query('DELETE FROM consignment WHERE consignment_id = $1', [id]);
    await owner.delete(`/receivers/${made.receiverId}`);
  });

  it('executes nothing in a spreadsheet', async () => {
    const { lines } = await fileOf('consignments.csv');
    expect(lines).toHaveLength(2);
    expect(lines.find((line) => line.startsWith(consignmentId))).toContain(
      `,"'=HYPERLINK(""https://evil.example"",""A, 1"")",acme-express,'+4917,`,
    );
    expect((await fileOf('deliveries.csv', { receiverId })).lines[0]).toContain(`"'=HYPERLINK(`);
  });

  it('has receivers with their health, found by a text', async () => {
    for (const name of ['Shop A', '@Shop B']) await owner.post('/receivers', { url: 'https://127.0.0.1/', name });
    const { columns, lines } = await fileOf('receivers.csv');
    expect([columns.slice(0, 4), lines.map((line) => line.split(',')[1])]).toEqual([
      ['receiverId', 'name', 'url', 'state'],
      ['Shop A', "'@Shop B"],
    ]);
    expect((await fileOf('receivers.csv', { q: 'shop b' })).lines).toHaveLength(1);
    expect((await fileOf('receivers.csv', { q: 'circuit open' })).lines).toEqual([]);
  });

  it('has redelivery orders, and the audit log', async () => {
    const { data: made } = await owner.post<{ receiverId: string }>('/receivers', { url: 'https://127.0.0.1/' });
    const body = { from: new Date(Date.now() - 60_000).toISOString(), status: 'exhausted' };
    const { data: order } = await owner.post<{ redeliveryId: string }>(`/receivers/${made.receiverId}/redeliver`, body);
    const { lines } = await fileOf('redeliveries.csv', { receiverId: made.receiverId });
    expect(lines.map((line) => line.split(',')[0])).toEqual([order.redeliveryId]);
    expect((await fileOf('redeliveries.csv', { to: '2020-01-01T00:00:00Z' })).lines).toEqual([]);
    const audit = await fileOf('audit-log.csv', { action: 'receiver.redelivery_requested' }, owner);
    expect(audit.lines).toEqual([expect.stringContaining(made.receiverId)]);
    expect((await reader.get('/exports/audit-log.csv')).status).toBe(403);
  });

  it.each([
    ['deliveries.csv', { limit: '5' }, 'limit'],
    ['deliveries.csv', { courier: 'acme' }, 'trackingNumber'],
    ['consignments.csv', { statsu: 'Delivered' }, 'statsu'],
    ['redeliveries.csv', { from: 'soon' }, 'from'],
    ['receivers.csv', { separator: 'tab' }, 'separator'],
  ])('refuses at %s the parameter %j by name', async (path, params, attr) => {
    const { status, data } = await reader.get<{ errors: { attr: string }[] }>(`/exports/${path}`, { params });
    expect([status, data.errors.map((error) => error.attr)]).toEqual([400, [attr]]);
  });

  it('answers HEAD without reading the list, and answers 406 if Accept does not cover CSV', async () => {
    const { status, data, headers } = await reader.head<string>('/exports/deliveries.csv');
    expect([status, data, headers['content-type']]).toEqual([200, '', 'text/csv; charset=utf-8']);
    expect((await reader.get('/exports/deliveries.csv', { headers: { accept: 'application/json' } })).status).toBe(406);
  });
});

describe('a list that is longer than a file may be', () => {
  let url: string;
  let pid: number;

  beforeAll(async () => {
    await bed.createAccountAndToken({ user: 2 });
    await insert(2, MOST_ROWS + 1);
    await bed.database.query('ANALYZE delivery');
    ({ url, pid } = await bed.startProcess('token-api', { RATE_LIMIT_PER_SECOND: '1000000' }));
  });

  const linesOf = async (): Promise<string[]> => {
    const as = api(url, await bed.createAccountAndToken({ user: 2, scope: 'read' }));
    return (await fileOf('deliveries.csv', {}, as)).lines;
  };

  it('is cut at the limit and says so in its last line; a file that is exactly full does not', async () => {
    const before = await mostResidentBytes({ pid });
    const cut = await linesOf();
    expect([cut.length, cut.at(-1)]).toEqual([MOST_ROWS + 1, expect.stringMatching(/^# Cut: this file has only the first 100000 rows/)]);
    expect(new Set(cut).size).toBe(MOST_ROWS + 1);
    await bed.database.query('DELETE FROM delivery WHERE delivery_id = $1', [cut[0]!.split(',')[0]]);
    const full = await linesOf();
    expect([full.length, full.some((line) => line.includes('# Cut'))]).toEqual([MOST_ROWS, false]);
    expect(((await mostResidentBytes({ pid })) - before) / MIB).toBeLessThan(200);
  });

  it('breaks the connection if it cannot continue, so that nobody mistakes a part for the whole', async () => {
    const { token } = await bed.createAccountAndToken({ user: 2, scope: 'read' });
    const { body } = await fetch(`${url}/exports/deliveries.csv`, { headers: { user: '2', token, 'accept-encoding': 'identity' } });
    const reader = body!.getReader();
    await reader.read();
    await bed.database.query('ALTER TABLE delivery RENAME TO delivery_away');
    const toTheEnd = async (): Promise<void> => {
      while (!(await reader.read()).done);
    };
    await expect(toTheEnd()).rejects.toThrow('terminated');
    await bed.database.query('ALTER TABLE delivery_away RENAME TO delivery');
  });
});
