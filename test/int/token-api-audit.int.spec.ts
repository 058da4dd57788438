import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AxiosInstance, AxiosResponse } from 'axios';
import { hashTokenSecret, toTokenSecret } from '../../apps/token-api/src/tokens/token-secret.js';
import { api, type CreatedToken } from '../support/api.js';
import { useTestBed } from '../support/test-bed.js';
import { eventually } from '../support/wait-for.js';

const URL = 'https://127.0.0.1:4433/hook';
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

interface Entry {
  readonly auditId: number;
  readonly at: string;
  readonly action: string;
  readonly subjectId: string;
  readonly by: { tokenId?: number; requestId?: string; command?: string };
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
}

interface Page {
  readonly entries: Entry[];
  readonly nextCursor: string | null;
}

const bed = useTestBed();
let url: string;
let accounts = 0;

beforeAll(async () => {
  ({ url } = await bed.startApp('token-api'));
});

interface Shop {
  readonly shop: AxiosInstance;
  readonly account: number;
  readonly tokenId: number;
}

/**
 * Creates an account for each test, so that the log contains only that test's entries. It is inserted without log entries, so its log
 * begins empty.
 */
async function newShop(scope = 'generate', account = ++accounts): Promise<Shop> {
  const token = toTokenSecret(randomBytes(32));
  await bed.database.query('INSERT INTO account (account_id) VALUES ($1) ON CONFLICT DO NOTHING', [account]);
  const [row] = await bed.database.query<{ tokenId: string }>(
    'INSERT INTO api_token (account_id, scope, secret_hash) VALUES ($1, $2, $3) RETURNING token_id AS "tokenId"',
    [account, scope, hashTokenSecret(token)],
  );
  return { shop: api(url, { user: account, token }), account, tokenId: Number(row?.tokenId) };
}

const page = async (shop: AxiosInstance, params: object = {}): Promise<Page> => {
  const { status, data } = await shop.get<Page>('/audit-log', { params });
  expect(status).toBe(200);
  return data;
};

const newest = async (shop: AxiosInstance): Promise<Entry> => (await page(shop, { limit: 1 })).entries[0]!;

describe('the audit log', () => {
  it('records the command that made the first token', async () => {
    const first = await bed.createAccountAndToken({ user: ++accounts, note: 'first' });
    expect((await page(api(url, first))).entries).toEqual([
      {
        auditId: expect.any(Number),
        at: expect.stringMatching(ISO),
        action: 'token.created',
        subjectId: String(first.tokenId),
        by: { command: 'token:create' },
        before: null,
        after: { scope: 'generate', note: 'first' },
      },
    ]);
  });

  it('records a new token, and its revocation once, however often it is revoked', async () => {
    const { shop, tokenId } = await newShop();
    const made = await shop.post<CreatedToken>('/tokens/generate', { scope: 'read', note: 'n' }, { headers: { 'X-Request-Id': 'made-1' } });
    expect(await newest(shop)).toMatchObject({
      action: 'token.created',
      subjectId: String(made.data.tokenId),
      by: { tokenId, requestId: 'made-1' },
      after: { scope: 'read', note: 'n' },
    });
    await shop.post('/tokens/revoke', { tokenId: made.data.tokenId });
    await shop.post('/tokens/revoke', { tokenId: made.data.tokenId });
    const { entries } = await page(shop);
    expect(entries.map(({ action }) => action)).toEqual(['token.revoked', 'token.created']);
    expect(entries[0]).toMatchObject({ subjectId: String(made.data.tokenId), before: { scope: 'read', note: 'n' }, after: null });
    expect(JSON.stringify(entries)).not.toContain(made.data.token);
  });

  it('records a receiver from its creation to its deletion: the changed fields, and never a secret', async () => {
    const { shop } = await newShop();
    const password = 'planted-password';
    const made = await shop.post<{ receiverId: string; signing: { secret: string } }>('/receivers', { url: URL });
    const { receiverId } = made.data;
    await shop.patch(`/receivers/${receiverId}`, { enabled: false, events: [] });
    await shop.patch(`/receivers/${receiverId}`, { auth: { type: 'basic', username: 'u', password } });
    await shop.patch(`/receivers/${receiverId}`, { auth: { type: 'basic', username: 'u', password: `${password}2` } });
    await shop.patch(`/receivers/${receiverId}`, {});
    const rotated = await shop.post<{ signing: { secret: string } }>(`/receivers/${receiverId}/signing/rotate`);
    await shop.delete(`/receivers/${receiverId}/signing/previous`);
    await shop.delete(`/receivers/${receiverId}`);
    const { entries } = await page(shop, { subjectId: receiverId });
    expect(entries.toReversed().map(({ action, before, after }) => [action, before, after])).toEqual([
      ['receiver.created', null, expect.objectContaining({ url: URL, enabled: true, auth: { type: 'none' } })],
      ['receiver.changed', { enabled: true }, { enabled: false }],
      ['receiver.changed', { auth: { type: 'none' } }, { auth: { type: 'basic', username: 'u' }, credentials: 'replaced' }],
      ['receiver.changed', {}, { credentials: 'replaced' }],
      [
        'receiver.signing_rotated',
        { signing: { enabled: true } },
        { signing: { enabled: true, previousValidUntil: expect.stringMatching(ISO) }, credentials: 'replaced' },
      ],
      ['receiver.signing_overlap_ended', expect.anything(), { signing: { enabled: true } }],
      ['receiver.deleted', expect.objectContaining({ url: URL, enabled: false }), null],
    ]);
    const rows = await bed.database.query<{ row: string }>('SELECT a::text AS row FROM audit_log a');
    const text = JSON.stringify([entries, rows]);
    for (const secret of [password, made.data.signing.secret, rotated.data.signing.secret, 'sealed']) expect(text).not.toContain(secret);
  });

  it.each([
    ['one after the other', false],
    ['at the same time', true],
  ])('records every rotation of a signing secret once, even without overlap, %s', async (_, areTogether) => {
    const { shop } = await newShop();
    const { receiverId } = (await shop.post<{ receiverId: string }>('/receivers', { url: URL, signing: { enabled: false } })).data;
    const bodies = [{ overlapMs: 0 }, { overlapMs: 0 }, {}, { overlapMs: 60_000 }, { overlapMs: 0 }];
    const rotate = async (body: object): Promise<number> => (await shop.post(`/receivers/${receiverId}/signing/rotate`, body)).status;
    if (areTogether) await Promise.all(bodies.map(rotate));
    else for (const body of bodies) await rotate(body);
    const { entries } = await page(shop, { subjectId: receiverId, action: 'receiver.signing_rotated' });
    expect(entries.map(({ after }) => after?.['credentials'])).toEqual(bodies.map(() => 'replaced'));
    expect(new Set(entries.map(({ by }) => by.requestId)).size).toBe(bodies.length);
  });

  it('records only the changed fields of a change that repeats the other fields', async () => {
    const { shop } = await newShop();
    const body = {
      url: URL,
      name: 'shop',
      events: ['onDelay', 'onDelivered'],
      metadata: { b: '1', a: '2' },
      filter: { clients: ['x', 'y'], couriers: ['dhl'] },
    };
    const { data } = await shop.post<{ receiverId: string; signing: { enabled: boolean } }>('/receivers', body);
    const { receiverId, signing } = data;
    const again = { ...body, events: body.events.toReversed(), metadata: { a: '2', b: '1' }, signing: { enabled: signing.enabled } };
    await shop.patch(`/receivers/${receiverId}`, { ...again, auth: { type: 'none' }, maxPerSecond: null, name: 'shop 2' });
    expect(await newest(shop)).toMatchObject({ action: 'receiver.changed', before: { name: 'shop' }, after: { name: 'shop 2' } });
    expect(Object.keys((await newest(shop)).after ?? {})).toEqual(['name']);
    await shop.patch(`/receivers/${receiverId}`, { filter: { clients: ['y', 'x'], couriers: ['gls'] } });
    expect(await newest(shop)).toMatchObject({ before: { filter: { couriers: ['dhl'] } }, after: { filter: { couriers: ['gls'] } } });
    expect(Object.keys((await newest(shop)).after?.['filter'] ?? {})).toEqual(['couriers']);
  });

  it('records nothing about refused requests', async () => {
    const { shop } = await newShop();
    const refusals: AxiosResponse[] = [
      await shop.post('/receivers', { url: 'http://x' }),
      await shop.delete('/receivers/3f2504e0-4f89-41d3-9a0c-0305e82c3301'),
      await shop.post('/tokens/revoke', { tokenId: 999_999 }),
      await shop.post('/tokens/generate', { scope: 'admin' }),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([400, 404, 404, 400]);
    expect((await page(shop)).entries).toEqual([]);
  });

  it('is written together with the change: without its entry no change is stored', async () => {
    const { shop } = await newShop();
    await bed.database.query('ALTER TABLE audit_log ADD CONSTRAINT closed CHECK (false) NOT VALID');
    try {
      expect((await shop.post('/receivers', { url: URL })).status).toBe(500);
      expect((await shop.post('/tokens/generate', { scope: 'read' })).status).toBe(500);
    } finally {
      await bed.database.query('ALTER TABLE audit_log DROP CONSTRAINT closed');
    }
    expect((await shop.get('/receivers')).data).toEqual({ receivers: [] });
    expect((await shop.get<{ tokens: unknown[] }>('/tokens/list')).data.tokens).toHaveLength(1);
  });
});

describe('GET /audit-log', () => {
  it('pages from the newest to the oldest entry, each once, while new entries come in', async () => {
    const { shop } = await newShop();
    for (let n = 0; n < 6; n++) await shop.post('/receivers', { url: `${URL}?${n}` });
    const seen: number[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const { entries, nextCursor } = await page(shop, { limit: 2, ...(cursor !== undefined && { cursor }) });
      seen.push(...entries.map(({ auditId }) => auditId));
      await shop.post('/receivers', { url: `${URL}?late` });
      cursor = nextCursor;
    }
    expect(seen).toHaveLength(6);
    expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => b - a));
  });

  it('finds entries by action, subject and time', async () => {
    const { shop } = await newShop();
    await shop.post('/tokens/generate', { scope: 'read' });
    const { subjectId } = await newest(shop);
    await shop.post('/receivers', { url: URL });
    const actions = async (params: object): Promise<string[]> => (await page(shop, params)).entries.map(({ action }) => action);
    expect(await actions({ action: 'receiver.created' })).toEqual(['receiver.created']);
    expect(await actions({ subjectId })).toEqual(['token.created']);
    const { at } = await newest(shop);
    expect(await actions({ to: at })).not.toContain('receiver.created');
    expect(await actions({ from: at })).toEqual(['receiver.created']);
    expect(await actions({ to: '2020-01-01T00:00:00Z' })).toEqual([]);
    const { subjectId: receiverId } = await newest(shop);
    expect(await actions({ subjectId: receiverId.toUpperCase() })).toEqual(['receiver.created']);
  });

  it.each([
    [{ action: 'deleted' }, 'action:invalid_choice'],
    [{ from: 'yesterday' }, 'from:invalid'],
    [{ limit: 0 }, 'limit:invalid'],
    [{ cursor: 'abc' }, 'cursor:invalid'],
  ])('400 for %j', async (params, fault) => {
    const { shop } = await newShop();
    const { status, data } = await shop.get<{ errors: { attr: string; code: string }[] }>('/audit-log', { params });
    expect([status, data.errors.map(({ attr, code }) => `${attr}:${code}`)]).toEqual([400, [fault]]);
  });

  it('needs scope generate, and shows no other account', async () => {
    const [one, other] = [await newShop(), await newShop()];
    expect((await (await newShop('write', one.account)).shop.get('/audit-log')).status).toBe(403);
    await one.shop.post('/receivers', { url: URL });
    const [entry] = (await page(one.shop)).entries;
    expect((await page(other.shop)).entries).toEqual([]);
    expect((await page(other.shop, { subjectId: entry?.subjectId })).entries).toEqual([]);
  });
});

describe('retention', () => {
  it('deletes, when an instance starts, entries older than AUDIT_RETENTION_DAYS, and no others', async () => {
    const { shop } = await newShop();
    for (let n = 0; n < 3; n++) await shop.post('/receivers', { url: URL });
    const { entries } = await page(shop);
    const [newest, aged, old] = entries.map(({ auditId }) => auditId);
    const age = (auditId: number | undefined, days: number): Promise<unknown> =>
      bed.database.query('UPDATE audit_log SET happened_at = now() - make_interval(days => $2) WHERE audit_id = $1', [auditId, days]);
    await Promise.all([age(aged, 9), age(old, 11)]);
    await bed.startApp('token-api', { AUDIT_RETENTION_DAYS: '10' });
    const left = async (): Promise<number[]> => (await page(shop)).entries.map(({ auditId }) => auditId);
    await eventually(async () => expect(await left()).not.toContain(old));
    expect(await left()).toEqual([newest, aged]);
  });
});
