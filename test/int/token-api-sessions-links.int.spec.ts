import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { once } from 'node:events';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AxiosInstance, AxiosResponse } from 'axios';
import { api, type CreatedToken } from '../support/api.js';
import { type Browser, logIn } from '../support/sessions.js';
import { useTestBed } from '../support/test-bed.js';
import { eventually, waitFor } from '../support/wait-for.js';

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const CODE = /^[A-Za-z0-9_-]{43}$/;

interface Link {
  readonly linkId: string;
  readonly code: string;
  readonly expiresAt: string;
}

interface Entry {
  readonly action: string;
  readonly subjectId: string;
  readonly by: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>> | null;
}

interface Listed {
  readonly sessions: readonly { readonly sessionId: string }[];
  readonly links: readonly { readonly linkId: string }[];
}

const bed = useTestBed();
let url: string;
let accounts = 0;

beforeAll(async () => {
  ({ url } = await bed.startApp('token-api'));
});

interface Shop {
  readonly token: CreatedToken;
  readonly http: AxiosInstance;
}

/** Creates an account of its own for each test. */
async function newShop(): Promise<Shop> {
  const token = await bed.createAccountAndToken({ user: ++accounts });
  return { token, http: api(url, token) };
}

async function newLink({ http }: Pick<Shop, 'http'>, body: object = { scope: 'read' }): Promise<Link> {
  const { status, data } = await http.post<Link>('/sessions/links', body);
  expect(status).toBe(201);
  return data;
}

const redeem = (code: string): Promise<AxiosResponse> => api(url).post('/sessions', { code });

const errorOf = ({ status, data }: AxiosResponse): unknown[] => {
  const [{ code, detail, attr } = {}] = (data as { errors?: { code: string; detail: string; attr: string | null }[] }).errors ?? [];
  return [status, code, attr, detail];
};

const NO_LINK = [401, 'authentication_failed', null, 'This link was used already or has expired: ask for a new link.'];
const ENDED = [401, 'authentication_failed', null, 'The session has ended: sign in again.'];

const listed = async ({ http }: Pick<Shop, 'http'>): Promise<Listed> => (await http.get<Listed>('/sessions')).data;
const entriesOf = async ({ http }: Pick<Shop, 'http'>): Promise<Entry[]> =>
  (await http.get<{ entries: Entry[] }>('/audit-log')).data.entries;

describe('POST /sessions/links', () => {
  it('answers with a code, of which the table has only the hash', async () => {
    const shop = await newShop();
    const { status, data } = await shop.http.post<Link>('/sessions/links', { scope: 'write', note: 'support' });
    expect([status, data]).toEqual([
      201,
      {
        linkId: expect.stringMatching(UUID),
        code: expect.stringMatching(CODE),
        path: `/console/#code=${data.code}`,
        scope: 'write',
        expiresAt: expect.stringMatching(ISO),
      },
    ]);
    const [row] = await bed.database.query<{ text: string; hash: string; seconds: number }>(
      `SELECT l::text AS text, encode(code_hash, 'hex') AS hash, extract(epoch FROM expires_at - created_at)::int AS seconds
       FROM session_link l WHERE link_id = $1`,
      [data.linkId],
    );
    expect([row?.hash, row?.seconds]).toEqual([createHash('sha256').update(data.code).digest('hex'), 300]);
    expect(row?.text).not.toContain(data.code.slice(0, 20));
  });

  it.each<[object, number, string, string]>([
    [{}, 400, 'required', 'scope'],
    [{ scope: 'generate' }, 400, 'invalid_choice', 'scope'],
    [{ scope: 'read', expiresInSeconds: 0 }, 400, 'invalid', 'expiresInSeconds'],
    [{ scope: 'read', expiresInSeconds: 901 }, 400, 'invalid', 'expiresInSeconds'],
    [{ scope: 'read', note: 'x'.repeat(201) }, 400, 'invalid', 'note'],
    [{ scope: 'read', unknown: 1 }, 400, 'invalid', 'unknown'],
  ])('%# → %d', async (body, ...expected) => {
    const shop = await newShop();
    expect(errorOf(await shop.http.post('/sessions/links', body)).slice(0, 3)).toEqual(expected);
  });

  it('refuses a scope above the caller’s scope', async () => {
    const { token } = await newShop();
    const reader = await bed.createAccountAndToken({ user: token.user, scope: 'read' });
    const answer = await api(url, reader).post('/sessions/links', { scope: 'write' });
    expect(errorOf(answer)).toEqual([
      403,
      'permission_denied',
      null,
      expect.stringContaining('It needs a token of scope `write`; this token has `read`.'),
    ]);
    expect((await api(url, reader).post('/sessions/links', { scope: 'read' })).status).toBe(201);
  });

  it('works for a session that a token opened', async () => {
    const { token } = await newShop();
    const link = await newLink(await logIn(url, token));
    expect((await redeem(link.code)).status).toBe(201);
  });
});

describe('a link', () => {
  it('opens a session of its scope, once', async () => {
    const shop = await newShop();
    const { code, linkId } = await newLink(shop, { scope: 'read', note: 'support' });
    const { http, sessionId } = await logIn(url, { code });
    expect((await http.get('/sessions/current')).data).toEqual({
      sessionId,
      account: shop.token.user,
      accountName: '',
      timeZone: null,
      scope: 'read',
      openedBy: 'link',
      note: 'support',
      expiresAt: expect.stringMatching(ISO),
      createdAt: expect.stringMatching(ISO),
    });
    expect((await http.get('/receivers')).status).toBe(200);
    expect((await http.post('/receivers', {})).status).toBe(403);
    expect(errorOf(await redeem(code))).toEqual(NO_LINK);
    expect((await listed(shop)).sessions).toEqual([expect.objectContaining({ sessionId, linkId, note: 'support', openedBy: 'link' })]);
  });

  it('opens one session, however many requests come at the same time', async () => {
    const shop = await newShop();
    const { code } = await newLink(shop);
    const answers = await Promise.all(Array.from({ length: 10 }, () => redeem(code)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(9);
    expect((await listed(shop)).sessions).toHaveLength(1);
  });

  it('expires', async () => {
    const shop = await newShop();
    const { code, linkId } = await newLink(shop, { scope: 'read', expiresInSeconds: 1 });
    await eventually(async () => expect((await listed(shop)).links).toEqual([]));
    expect(errorOf(await redeem(code))).toEqual(NO_LINK);
    expect((await shop.http.delete(`/sessions/links/${linkId}`)).status).toBe(204);
  });

  it.each(['x', 'y'.repeat(43)])('does not open with the code %s', async (code) => {
    expect(errorOf(await redeem(code))).toEqual(NO_LINK);
  });

  it('that was ended opens no session', async () => {
    const shop = await newShop();
    const { code, linkId } = await newLink(shop);
    expect((await shop.http.delete(`/sessions/links/${linkId}`)).status).toBe(204);
    expect(errorOf(await redeem(code))).toEqual(NO_LINK);
    expect((await shop.http.delete(`/sessions/links/${linkId}`)).status).toBe(204);
    expect((await listed(shop)).links).toEqual([]);
  });

  it('ends with its token, and so does its session', async () => {
    const shop = await newShop();
    const second = await bed.createAccountAndToken({ user: shop.token.user });
    const [used, left] = [await newLink({ http: api(url, second) }), await newLink({ http: api(url, second) })];
    const { http } = await logIn(url, used);
    await shop.http.post('/tokens/revoke', { tokenId: second.tokenId });
    expect(errorOf(await http.get('/receivers'))).toEqual(ENDED);
    expect(errorOf(await redeem(left.code))).toEqual(NO_LINK);
    expect(await listed(shop)).toEqual({ sessions: [], links: [] });
  });

  it('stays valid if the account has no room for its session', async () => {
    const shop = await newShop();
    const { code } = await newLink(shop);
    await fill('session', shop.token);
    expect((await redeem(code)).status).toBe(409);
    await bed.database.query('UPDATE session SET ended_at = now() WHERE account_id = $1', [shop.token.user]);
    expect((await redeem(code)).status).toBe(201);
  });
});

describe('POST /sessions/links/inspect', () => {
  const inspect = (body: object, headers: Record<string, string> = {}): Promise<AxiosResponse> =>
    api(url).post('/sessions/links/inspect', body, { headers });

  it('shows which account a link opens, sets no cookie, and does not use up the link', async () => {
    const shop = await newShop();
    const { code, expiresAt } = await newLink(shop, { scope: 'write' });
    for (let look = 0; look < 3; look++) {
      const answer = await inspect({ code });
      expect([answer.status, answer.data]).toEqual([200, { account: shop.token.user, scope: 'write', expiresAt }]);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    expect((await listed(shop)).sessions).toEqual([]);
    expect((await redeem(code)).status).toBe(201);
    expect(errorOf(await inspect({ code }))).toEqual(NO_LINK);
  });

  it.each<[string, (shop: Shop, link: Link) => Promise<unknown>]>([
    ['ended', ({ http }, { linkId }) => http.delete(`/sessions/links/${linkId}`)],
    ['expired', (_, { linkId }) => bed.database.query('UPDATE session_link SET expires_at = now() WHERE link_id = $1', [linkId])],
    ['lost its token', ({ http, token }) => http.post('/tokens/revoke', { tokenId: token.tokenId })],
  ])('does not accept a link that has %s', async (_, end) => {
    const shop = await newShop();
    const made = await newLink(shop);
    await end(shop, made);
    expect(errorOf(await inspect(made))).toEqual([400, 'invalid', 'linkId', expect.any(String)]);
    expect(errorOf(await inspect({ code: made.code }))).toEqual(NO_LINK);
  });

  it('refuses a page of another site', async () => {
    const { code } = await newLink(await newShop());
    expect(errorOf(await inspect({ code }, { 'sec-fetch-site': 'cross-site' })).slice(0, 2)).toEqual([403, 'permission_denied']);
  });

  it('slows down guessing', async () => {
    await Promise.all(Array.from({ length: 80 }, () => inspect({ code: 'y'.repeat(43) })));
    const began = performance.now();
    expect((await inspect({ code: 'y'.repeat(43) })).status).toBe(401);
    expect(performance.now() - began).toBeGreaterThan(100);
  });
});

describe('a session that a link opened', () => {
  let browser: Browser;

  beforeAll(async () => {
    const shop = await newShop();
    browser = await logIn(url, await newLink(shop, { scope: 'write' }));
  });

  it('creates no links', async () => {
    const answer = await browser.http.post('/sessions/links', { scope: 'read' });
    expect(errorOf(answer)).toEqual([403, 'permission_denied', null, expect.stringContaining('cannot create links')]);
  });

  it.each([
    ['POST', '/tokens/generate'],
    ['GET', '/tokens/list'],
    ['GET', '/sessions'],
    ['DELETE', '/sessions/3f2504e0-4f89-41d3-9a0c-0305e82c3301'],
    ['GET', '/audit-log'],
  ])('may not %s %s', async (method, path) => {
    expect((await browser.http.request({ method, url: path, data: method === 'POST' ? { scope: 'read' } : undefined })).status).toBe(403);
  });
});

describe('GET /sessions', () => {
  it('lists open sessions and links, newest first, and no secret', async () => {
    const shop = await newShop();
    const first = await logIn(url, shop.token);
    const link = await newLink(shop, { scope: 'write', note: 'later' });
    const second = await logIn(url, shop.token);
    const answer = await second.http.get('/sessions');
    const common = { scope: 'generate', openedBy: 'token', tokenId: shop.token.tokenId, linkId: null, note: null };
    const times = { createdAt: expect.stringMatching(ISO), expiresAt: expect.stringMatching(ISO) };
    expect(answer.data).toEqual({
      sessions: [
        { ...common, ...times, sessionId: second.sessionId, isCurrent: true },
        { ...common, ...times, sessionId: first.sessionId, isCurrent: false },
      ],
      links: [{ linkId: link.linkId, scope: 'write', note: 'later', tokenId: shop.token.tokenId, ...times }],
    });
    expect(JSON.stringify(answer.data)).not.toContain(link.code);
  });
});

describe('another account', () => {
  it('can neither see nor end sessions and links', async () => {
    const [shop, stranger] = [await newShop(), await newShop()];
    const [{ http, sessionId }, { code, linkId }] = [await logIn(url, shop.token), await newLink(shop)];
    expect(await listed(stranger)).toEqual({ sessions: [], links: [] });
    expect(errorOf(await stranger.http.delete(`/sessions/${sessionId}`)).slice(0, 3)).toEqual([404, 'not_found', 'sessionId']);
    expect(errorOf(await stranger.http.delete(`/sessions/links/${linkId}`)).slice(0, 3)).toEqual([404, 'not_found', 'linkId']);
    expect((await http.get('/sessions/current')).status).toBe(200);
    expect((await redeem(code)).status).toBe(201);
  });
});

describe('the audit log', () => {
  it('records sessions and links, and which session made a change', async () => {
    const shop = await newShop();
    const { tokenId } = shop.token;
    const { http, sessionId } = await logIn(url, shop.token);
    const link = await newLink({ http }, { scope: 'read', note: 'support' });
    const guest = await logIn(url, link);
    const spare = await newLink(shop);
    await shop.http.delete(`/sessions/links/${spare.linkId}`);
    await shop.http.delete(`/sessions/links/${spare.linkId}`);
    await http.delete(`/sessions/${guest.sessionId}`);
    await http.delete(`/sessions/${guest.sessionId}`);
    const requestId = expect.any(String);
    const bySession = { tokenId, sessionId, opener: { tokenId, note: 'test' }, requestId };
    const byToken = { tokenId, requestId };
    const entries = (await entriesOf(shop)).toReversed().slice(1);
    expect(entries.map(({ action, subjectId, by }) => [action, subjectId, by])).toEqual([
      ['session.opened', sessionId, byToken],
      ['session.link_created', link.linkId, bySession],
      ['session.opened', guest.sessionId, byToken],
      ['session.link_created', spare.linkId, byToken],
      ['session.link_ended', spare.linkId, byToken],
      ['session.ended', guest.sessionId, bySession],
    ]);
    expect(entries.map(({ after }) => after)).toEqual([
      { scope: 'generate', openedBy: 'token' },
      { scope: 'read', note: 'support', expiresAt: link.expiresAt },
      { scope: 'read', openedBy: 'link', linkId: link.linkId },
      { scope: 'read', note: '', expiresAt: spare.expiresAt },
      null,
      null,
    ]);
    expect(JSON.stringify(entries)).not.toContain(link.code);
  });

  it('identifies the session of a change by the note of its link or token, even after session, link and token have ended', async () => {
    const shop = await newShop();
    const { data: made } = await shop.http.post<CreatedToken>('/tokens/generate', { scope: 'write', note: 'Ann, support' });
    const ann = { user: shop.token.user, token: made.token };
    const link = await newLink({ http: api(url, ann) }, { scope: 'write', note: 'portal user 4711' });
    const bodies = [await logIn(url, ann), await logIn(url, link)].map(({ http }) =>
      http.post('/receivers', { url: 'https://127.0.0.1:4433/' }),
    );
    await Promise.all(bodies);
    await shop.http.post('/tokens/revoke', { tokenId: made.tokenId });
    for (const table of ['session', 'session_link']) await bed.database.query(`DELETE FROM ${table} WHERE account_id = $1`, [ann.user]);
    const entries = (await entriesOf(shop)).filter(({ action }) => action === 'receiver.created');
    expect(entries.map(({ by }) => by['opener'])).toEqual(
      expect.arrayContaining([
        { tokenId: made.tokenId, note: 'Ann, support' },
        { tokenId: made.tokenId, note: 'portal user 4711' },
      ]),
    );
  });

  it('names the session of every other change, and the session that a login replaced', async () => {
    const shop = await newShop();
    const { tokenId } = shop.token;
    const { http, sessionId } = await logIn(url, shop.token);
    const { receiverId } = (await http.post<{ receiverId: string }>('/receivers', { url: 'https://127.0.0.1:4433/', timeoutMs: 100 })).data;
    const { tokenId: made } = (await http.post<{ tokenId: number }>('/tokens/generate', { scope: 'read' })).data;
    await http.post('/tokens/revoke', { tokenId: made });
    await http.post(`/receivers/${receiverId}/redeliver`, { from: '2020-01-01T00:00:00Z', status: 'delivered' });
    await http.post(`/receivers/${receiverId}/test`, { event: 'onDelivered' });
    await http.patch(`/receivers/${receiverId}`, { enabled: false });
    await http.post(`/receivers/${receiverId}/signing/rotate`);
    await http.delete(`/receivers/${receiverId}/signing/previous`);
    await http.delete(`/receivers/${receiverId}`);
    await http.post('/sessions', { user: shop.token.user, token: shop.token.token });
    const entries = (await entriesOf(shop)).toReversed().slice(2);
    expect(entries.map(({ action, by }) => [action, by['tokenId'], by['sessionId']])).toEqual([
      ['receiver.created', tokenId, sessionId],
      ['token.created', tokenId, sessionId],
      ['token.revoked', tokenId, sessionId],
      ['receiver.redelivery_requested', tokenId, sessionId],
      ['receiver.tested', tokenId, sessionId],
      ['receiver.changed', tokenId, sessionId],
      ['receiver.signing_rotated', tokenId, sessionId],
      ['receiver.signing_overlap_ended', tokenId, sessionId],
      ['receiver.deleted', tokenId, sessionId],
      ['session.ended', tokenId, sessionId],
      ['session.opened', tokenId, undefined],
    ]);
  });
});

describe('at most 1000', () => {
  it('open sessions per account are allowed; an ended session makes room', async () => {
    const shop = await newShop();
    await fill('session', shop.token);
    const login = (): Promise<AxiosResponse> => api(url).post('/sessions', { user: shop.token.user, token: shop.token.token });
    expect(errorOf(await login())).toEqual([409, 'conflict', null, expect.stringContaining('1000 open sessions')]);
    expect((await listed(shop)).sessions).toHaveLength(1000);
    await shop.http.delete(`/sessions/${(await listed(shop)).sessions[0]?.sessionId}`);
    const { cookie } = await logIn(url, shop.token);
    const again = await api(url).post('/sessions', { user: shop.token.user, token: shop.token.token }, { headers: { cookie } });
    expect(again.status).toBe(201); // It replaces the session that ends with it.
  });

  it('valid links per account are allowed', async () => {
    const shop = await newShop();
    await fill('session_link', shop.token);
    const create = (): Promise<AxiosResponse> => shop.http.post('/sessions/links', { scope: 'read' });
    expect(errorOf(await create())).toEqual([409, 'conflict', null, expect.stringContaining('1000 links')]);
    await bed.database.query('UPDATE session_link SET used_at = now() WHERE account_id = $1', [shop.token.user]);
    expect((await create()).status).toBe(201);
  });
});

/** Adds 1000 rows that count. */
async function fill(table: 'session' | 'session_link', { user, tokenId }: CreatedToken): Promise<void> {
  const [id, secret] = table === 'session' ? ['session_id', 'secret_hash'] : ['link_id', 'code_hash'];
  await bed.database.query(
    `INSERT INTO ${table} (${id}, account_id, token_id, scope, ${secret}, expires_at)
     SELECT gen_random_uuid(), $1::bigint, $2::bigint, 'read', sha256(convert_to($1::text || '-' || n, 'UTF8')), now() + interval '5 minutes'
     FROM generate_series(1, 1000) n`,
    [user, tokenId],
  );
}

describe('a session that ends while the body of its request arrives', () => {
  it('does nothing more', async () => {
    const shop = await newShop();
    const { cookie, sessionId } = await logIn(url, shop.token);
    await untilNoted(shop.token.tokenId);
    await bed.database.query('UPDATE api_token SET last_used_at = NULL WHERE token_id = $1', [shop.token.tokenId]);
    const body = JSON.stringify({ scope: 'read' });
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    const received: Buffer[] = [];
    socket.on('data', (bytes: Buffer) => received.push(bytes));
    socket.write(
      `POST /tokens/generate HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body.slice(0, 5)}`,
    );
    await untilNoted(shop.token.tokenId);
    expect((await shop.http.delete(`/sessions/${sessionId}`)).status).toBe(204);
    socket.write(body.slice(5));
    await once(socket, 'close');
    const answer = Buffer.concat(received).toString();
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer).toContain('The session has ended: sign in again.');
  });

  /** Waits until the use of the token is noted: each login and each request by cookie notes it. */
  async function untilNoted(tokenId: number): Promise<void> {
    await waitFor(async () => {
      const rows = await bed.database.query('SELECT 1 FROM api_token WHERE token_id = $1 AND last_used_at IS NOT NULL', [tokenId]);
      return rows.length > 0;
    });
  }
});

describe('retention', () => {
  it('deletes, when several instances start, what ended or expired more than a day ago, and nothing else', async () => {
    const shop = await newShop();
    const ids = { session: [] as string[], link: [] as string[] };
    for (let n = 0; n < 4; n++) {
      ids.session.push((await logIn(url, shop.token)).sessionId);
      ids.link.push((await newLink(shop)).linkId);
    }
    await age(ids, 0, `expires_at = now() - interval '25 hours'`);
    await age(ids, 1, `ended_at = now() - interval '25 hours'`);
    await age(ids, 2, `expires_at = now() - interval '23 hours'`);
    await Promise.all([bed.startApp('token-api'), bed.startApp('token-api')]);
    await eventually(async () => expect(await left()).toEqual([ids.session.slice(2), ids.link.slice(2)].map((some) => some.toSorted())));
    expect((await listed(shop)).sessions).toEqual([expect.objectContaining({ sessionId: ids.session[3] })]);

    async function left(): Promise<string[][]> {
      const of = async (table: string, id: string): Promise<string[]> =>
        (await bed.database.query<{ id: string }>(`SELECT ${id}::text AS id FROM ${table} WHERE account_id = $1`, [shop.token.user]))
          .map((row) => row.id)
          .toSorted();
      return [await of('session', 'session_id'), await of('session_link', 'link_id')];
    }
  });

  async function age(ids: { session: string[]; link: string[] }, index: number, change: string): Promise<void> {
    await bed.database.query(`UPDATE session SET ${change} WHERE session_id = $1`, [ids.session[index]]);
    await bed.database.query(`UPDATE session_link SET ${change} WHERE link_id = $1`, [ids.link[index]]);
  }
});
