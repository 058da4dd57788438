import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AxiosInstance, AxiosResponse } from 'axios';
import { api, type CreatedToken } from '../support/api.js';
import { cookieIn, logIn, withCookie } from '../support/sessions.js';
import { useTestBed } from '../support/test-bed.js';
import { eventually } from '../support/wait-for.js';

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const SECRET = '[A-Za-z0-9_-]{43}';
const HOST = 'webhooks.example';

const bed = useTestBed();
let url: string;
let framing: string;
let owner: CreatedToken;
let reader: CreatedToken;
let anyone: AxiosInstance;

beforeAll(async () => {
  [owner, reader] = [await bed.createAccountAndToken({ user: 1 }), await bed.createAccountAndToken({ user: 1, scope: 'read' })];
  const [app, other] = await Promise.all([
    bed.startApp('token-api'),
    bed.startApp('token-api', { CONSOLE_FRAME_ANCESTORS: 'https://portal.example' }),
  ]);
  [url, framing] = [app.url, other.url];
  anyone = api(url);
});

const credentials = ({ user, token } = owner): { user: number; token: string } => ({ user, token });
const headersOf = ({ user, token } = owner): Record<string, string> => ({ user: String(user), token });

/** Undefined for an answer that is not an error. */
const errorOf = ({ status, data }: AxiosResponse): unknown[] => {
  const [{ code, detail, attr } = {}] = (data as { errors?: { code: string; detail: string; attr: string | null }[] }).errors ?? [];
  return [status, code, attr, detail];
};

const ENDED = [401, 'authentication_failed', null, 'The session has ended: sign in again.'];

describe('POST /sessions', () => {
  it.each<[string, () => unknown, () => Record<string, string>]>([
    ['user and token in the body', () => credentials(), () => ({})],
    ['a user that is text', () => ({ ...credentials(), user: String(owner.user) }), () => ({})],
    ['the headers, without a body', () => undefined, () => headersOf()],
    ['the headers, with an empty body', () => ({}), () => headersOf()],
    ['the body before the headers', () => credentials(), () => headersOf(reader)],
  ])('opens a session by %s', async (_, body, headers) => {
    const answer = await anyone.post('/sessions', body(), { headers: headers() });
    expect([answer.status, answer.data]).toEqual([
      201,
      {
        sessionId: expect.stringMatching(UUID),
        account: 1,
        accountName: '',
        timeZone: null,
        scope: 'generate',
        openedBy: 'token',
        note: 'test',
        expiresAt: expect.stringMatching(ISO),
        createdAt: expect.stringMatching(ISO),
      },
    ]);
    const { createdAt, expiresAt } = answer.data as { createdAt: string; expiresAt: string };
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(8 * 3_600_000);
    expect((await withCookie(url, cookieIn(answer)).get('/tokens/list')).status).toBe(200);
  });

  it('gives the session the scope of the token', async () => {
    const { http } = await logIn(url, reader);
    expect((await http.get('/sessions/current')).data).toMatchObject({ scope: 'read' });
    expect((await http.get('/receivers')).status).toBe(200);
    expect(errorOf(await http.post('/receivers', {})).slice(0, 2)).toEqual([403, 'permission_denied']);
  });

  it('shows people whose session it is: the name of the account, and the note of the link or else of its token', async () => {
    const named = await bed.createAccountAndToken({ user: 9 });
    await bed.database.query(`UPDATE account SET name = 'Blue Shoes', time_zone = 'Europe/Berlin' WHERE account_id = 9`);
    await bed.database.query(`UPDATE api_token SET note = 'Anna' WHERE token_id = $1`, [named.tokenId]);
    const { data: link } = await api(url, named).post<{ code: string }>('/sessions/links', { scope: 'read', note: 'support' });
    const [byToken, byLink] = [await logIn(url, named), await logIn(url, link)];
    const who = async (http: AxiosInstance): Promise<unknown> => (await http.get<unknown>('/sessions/current')).data;
    expect(await who(byToken.http)).toMatchObject({ accountName: 'Blue Shoes', timeZone: 'Europe/Berlin', note: 'Anna' });
    expect(await who(byLink.http)).toMatchObject({ accountName: 'Blue Shoes', note: 'support' });
    expect(await who(api(url, named))).toMatchObject({ accountName: 'Blue Shoes', note: 'Anna' });
    const { data: silent } = await api(url, named).post<{ code: string }>('/sessions/links', { scope: 'read' });
    expect((await api(url).post<unknown>('/sessions', { code: silent.code })).data).toMatchObject({ accountName: 'Blue Shoes', note: '' });
  });

  it('keeps only the hash of the secret', async () => {
    const { cookie, sessionId } = await logIn(url, owner);
    const secret = cookie.slice('session='.length);
    const [row] = await bed.database.query<{ text: string; hash: string }>(
      `SELECT s::text AS text, encode(secret_hash, 'hex') AS hash FROM session s WHERE session_id = $1`,
      [sessionId],
    );
    expect(row?.hash).toBe(createHash('sha256').update(secret).digest('hex'));
    expect(row?.text).not.toContain(secret.slice(0, 20));
  });

  it.each<[string, object, Record<string, string>, unknown[]]>([
    ['no credentials', {}, {}, [401, 'not_authenticated', null]],
    ['only the header user', {}, { user: '1' }, [401, 'not_authenticated', null]],
    ['a wrong token', { user: 1, token: 'x' }, {}, [401, 'authentication_failed', null]],
    ['a user that is not a number', { user: 'one', token: 'x' }, {}, [401, 'authentication_failed', null]],
    ['wrong headers', {}, { user: '1', token: 'x' }, [401, 'authentication_failed', null]],
    ['a user without token', { user: 1 }, {}, [400, 'invalid', 'token']],
    ['a token without user', { token: 'x' }, {}, [400, 'invalid', 'user']],
    ['a code beside a token', { user: 1, token: 'x', code: 'y' }, {}, [400, 'invalid', 'code']],
    ['an unknown field', { code: 'y', remember: true }, {}, [400, 'invalid', 'remember']],
    ['an embedded that is not a boolean', { embedded: 'yes' }, {}, [400, 'invalid', 'embedded']],
  ])('refuses %s', async (_, body, headers, expected) => {
    const answer = await anyone.post('/sessions', body, { headers });
    expect(errorOf(answer).slice(0, 3)).toEqual(expected);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('slows down wrong logins and lets a right login in', async () => {
    const guesses = await Promise.all(Array.from({ length: 80 }, () => anyone.post('/sessions', { user: 1, token: 'x' })));
    expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([401]));
    const began = performance.now();
    expect((await anyone.post('/sessions', { user: 1, token: 'x' })).status).toBe(401);
    expect(performance.now() - began).toBeGreaterThan(100);
    expect((await anyone.post('/sessions', credentials())).status).toBe(201);
  });

  it('reads at most 16 KiB from an unknown caller', async () => {
    const answer = await anyone.post('/sessions', { code: 'x'.repeat(17_000) });
    expect(errorOf(answer)).toEqual([413, 'request_too_large', null, 'The request body is larger than 16 KiB.']);
  });

  it('counts as a request of its token', async () => {
    const slow = await bed.startApp('token-api', { RATE_LIMIT_PER_SECOND: '1' });
    await eventually(async () => {
      const answers = await Promise.all([1, 2, 3].map(() => api(slow.url).post('/sessions', credentials())));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(2);
    });
  });
});

describe('the cookie', () => {
  it.each([
    ['localhost:8080', `^session=${SECRET}; Path=/; Max-Age=28800; HttpOnly; SameSite=Strict$`],
    ['127.0.0.1', `^session=${SECRET}; Path=/; Max-Age=28800; HttpOnly; SameSite=Strict$`],
    [HOST, `^__Host-session=${SECRET}; Path=/; Max-Age=28800; HttpOnly; Secure; SameSite=Strict$`],
  ])('for the host %s is %s', async (host, expected) => {
    const { headers } = await anyone.post('/sessions', credentials(), { headers: { host } });
    expect(headers['set-cookie']).toEqual([expect.stringMatching(new RegExp(expected))]);
  });

  it('counts only with the name that fits the host', async () => {
    const { cookie } = await logIn(url, owner);
    const current = async (text: string, host: string): Promise<number> =>
      (await anyone.get('/sessions/current', { headers: { cookie: text, host } })).status;
    expect(await current(cookie, 'localhost')).toBe(200);
    expect(await current(cookie, HOST)).toBe(401);
    expect(await current(`__Host-${cookie}`, HOST)).toBe(200);
    expect(await current(`__Host-${cookie}`, 'localhost')).toBe(401);
  });

  it('is ignored if the headers user and token are there', async () => {
    const { cookie } = await logIn(url, owner);
    const { data } = await anyone.get('/sessions/current', { headers: { ...headersOf(reader), cookie } });
    const anonymous = { accountName: '', timeZone: null, note: 'test' };
    expect(data).toEqual({
      sessionId: null,
      account: 1,
      ...anonymous,
      scope: 'read',
      openedBy: 'headers',
      expiresAt: null,
      createdAt: null,
    });
  });

  it.each<[string, Record<string, string>]>([
    ['user', { user: '1' }],
    ['token', { token: 'x' }],
    ['an empty user', { user: '' }],
    ['an empty token', { token: '' }],
  ])('does not complete a request with only %s', async (_, headers) => {
    const { cookie } = await logIn(url, owner);
    expect(errorOf(await anyone.get('/sessions/current', { headers: { ...headers, cookie } })).slice(0, 2)).toEqual([
      401,
      'not_authenticated',
    ]);
  });

  it.each(['session=short', `session=${'x'.repeat(43)}`])('is refused with advice: %s', async (cookie) => {
    expect(errorOf(await withCookie(url, cookie).get('/receivers'))).toEqual(ENDED);
  });

  it('has an allowance of its own', async () => {
    const slow = await bed.startApp('token-api', { RATE_LIMIT_PER_SECOND: '1' });
    const { cookie } = await logIn(url, owner);
    await eventually(async () => {
      const answers = await Promise.all([withCookie(slow.url, cookie), api(slow.url, owner)].map((http) => http.get('/receivers')));
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    });
  });

  it('notes the use of its token', async () => {
    const token = await bed.createAccountAndToken({ user: 1, scope: 'read' });
    const { http } = await logIn(url, token);
    await bed.database.query('UPDATE api_token SET last_used_at = NULL WHERE token_id = $1', [token.tokenId]);
    await http.get('/receivers');
    await eventually(async () => {
      const used = await bed.database.query('SELECT 1 FROM api_token WHERE token_id = $1 AND last_used_at IS NOT NULL', [token.tokenId]);
      expect(used).toHaveLength(1);
    });
  });
});

describe('a request by cookie', () => {
  it.each<[Record<string, string>, number]>([
    [{}, 200],
    [{ 'sec-fetch-site': 'same-origin' }, 200],
    [{ 'sec-fetch-site': 'none' }, 200],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ origin: `https://${HOST}` }, 200],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
  ])('with %j is answered with %d; with the headers of a token it passes', async (headers, expected) => {
    const secret = (await logIn(url, owner)).cookie;
    const answer = await anyone.get('/receivers', { headers: { host: HOST, cookie: `__Host-${secret}`, ...headers } });
    expect(answer.status).toBe(expected);
    expect((await anyone.get('/receivers', { headers: { host: HOST, ...headersOf(), ...headers } })).status).toBe(200);
    const login = await anyone.post('/sessions', credentials(), { headers: { host: HOST, ...headers } });
    expect(login.status).toBe(expected === 200 ? 201 : 403);
  });

  it('must come from PUBLIC_URL if PUBLIC_URL is set', async () => {
    const { url: own } = await bed.startApp('token-api', { PUBLIC_URL: 'https://webhooks.example' });
    const login = async (origin: string): Promise<number> =>
      (await api(own).post('/sessions', credentials(), { headers: { host: 'webhooks.example', origin } })).status;
    expect([await login('https://webhooks.example'), await login('http://webhooks.example')]).toEqual([201, 403]);
  });

  it('from another site is refused with the reason', async () => {
    const { http } = await logIn(url, owner);
    const answer = await http.get('/receivers', { headers: { 'sec-fetch-site': 'cross-site' } });
    expect(errorOf(answer)).toEqual([403, 'permission_denied', null, expect.stringContaining('A page of another site sent this request.')]);
  });
});

describe('a new login', () => {
  it('makes a new secret and ends the session whose cookie is sent along', async () => {
    const first = await logIn(url, owner);
    const answer = await first.http.post<{ sessionId: string }>('/sessions', credentials(reader));
    expect(answer.status).toBe(201);
    expect([cookieIn(answer), answer.data.sessionId]).not.toEqual([first.cookie, first.sessionId]);
    expect(errorOf(await first.http.get('/sessions/current'))).toEqual(ENDED);
    expect((await withCookie(url, cookieIn(answer)).get('/sessions/current')).data).toMatchObject({ scope: 'read' });
  });

  it('ends no session if it is refused', async () => {
    const first = await logIn(url, owner);
    expect((await first.http.post('/sessions', { user: 1, token: 'x' })).status).toBe(401);
    expect((await first.http.post('/sessions', { code: 'x' })).status).toBe(401);
    expect((await first.http.get('/sessions/current')).status).toBe(200);
  });

  it('never uses a secret that an attacker has planted', async () => {
    const planted = `session=${'p'.repeat(43)}`;
    const answer = await withCookie(url, planted).post('/sessions', credentials());
    expect(cookieIn(answer)).not.toBe(planted);
    expect(errorOf(await withCookie(url, planted).get('/sessions/current'))).toEqual(ENDED);
  });
});

describe('the end of a session', () => {
  it('by its person clears the cookie, and the secret no longer works', async () => {
    const { http } = await logIn(url, owner);
    const { status, headers, data } = await http.delete('/sessions/current');
    expect([status, data]).toEqual([204, '']);
    expect(headers['set-cookie']).toEqual(['session=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict']);
    expect(errorOf(await http.get('/sessions/current'))).toEqual(ENDED);
    expect(errorOf(await http.delete('/sessions/current'))).toEqual(ENDED);
  });

  it('needs a session: the headers user and token have none to end', async () => {
    expect(errorOf(await api(url, owner).delete('/sessions/current')).slice(0, 2)).toEqual([404, 'not_found']);
  });

  it('by an administrator takes effect at once, and a repetition is not an error', async () => {
    const { http, sessionId } = await logIn(url, reader);
    const admin = await logIn(url, owner);
    expect((await http.delete(`/sessions/${sessionId}`)).status).toBe(403);
    expect((await admin.http.delete(`/sessions/${sessionId}`)).status).toBe(204);
    expect(errorOf(await http.get('/sessions/current'))).toEqual(ENDED);
    expect((await admin.http.delete(`/sessions/${sessionId}`)).status).toBe(204);
  });

  it('comes eight hours after its beginning', async () => {
    const { http, sessionId } = await logIn(url, owner);
    await bed.database.query(`UPDATE session SET expires_at = now() - interval '1 second' WHERE session_id = $1`, [sessionId]);
    expect(errorOf(await http.get('/sessions/current'))).toEqual(ENDED);
    expect((await api(url, owner).delete(`/sessions/${sessionId}`)).status).toBe(204);
    const { data } = await api(url, owner).get<{ sessions: { sessionId: string }[] }>('/sessions');
    expect(data.sessions.map((session) => session.sessionId)).not.toContain(sessionId);
  });

  it('comes with the revocation of its token', async () => {
    const token = await bed.createAccountAndToken({ user: 1 });
    const { http, sessionId } = await logIn(url, token);
    expect((await api(url, owner).post('/tokens/revoke', { tokenId: token.tokenId })).status).toBe(200);
    expect(errorOf(await http.get('/receivers'))).toEqual(ENDED);
    const { data } = await api(url, owner).get<{ sessions: { sessionId: string }[] }>('/sessions');
    expect(data.sessions.map((session) => session.sessionId)).not.toContain(sessionId);
  });
});

describe('a request that names its session (X-Session-Id)', () => {
  it('passes if the cookie belongs to that session', async () => {
    const { http, sessionId } = await logIn(url, owner);
    for (const named of [sessionId, sessionId.toUpperCase()]) {
      expect((await http.get('/sessions/current', { headers: { 'x-session-id': named } })).status).toBe(200);
    }
  });

  it('is refused and does nothing if the cookie belongs to another session, whatever its scope', async () => {
    const [first, second] = [await logIn(url, owner), await logIn(url, reader)];
    const headers = { 'x-session-id': first.sessionId };
    const refused = await second.http.post('/receivers', { url: 'https://127.0.0.1:4433/' }, { headers });
    expect(errorOf(refused)).toEqual([409, 'session_mismatch', null, expect.stringContaining('Nothing was done')]);
    expect(errorOf(await second.http.delete('/sessions/current', { headers })).slice(0, 2)).toEqual([409, 'session_mismatch']);
    expect((await second.http.get('/sessions/current')).status).toBe(200);
    expect((await api(url, owner).get<{ receivers: unknown[] }>('/receivers')).data.receivers).toEqual([]);
  });

  it.each(['', 'x', '3f2504e0-4f89-41d3-9a0c-0305e82c3301'])('is refused with %j', async (named) => {
    const { http } = await logIn(url, owner);
    expect((await http.get('/receivers', { headers: { 'x-session-id': named } })).status).toBe(409);
  });

  it('passes with the headers of a token, which need no cookie', async () => {
    const { cookie } = await logIn(url, reader);
    const answer = await api(url, owner).get('/receivers', { headers: { cookie, 'x-session-id': 'x' } });
    expect(answer.status).toBe(200);
  });
});

describe('a page in a frame', () => {
  const frame = { 'x-session': 'embedded', host: HOST };

  it('is refused unless a page may show the console', async () => {
    const answer = await anyone.post('/sessions', { ...credentials(), embedded: true });
    expect(errorOf(answer)).toEqual([403, 'permission_denied', null, expect.stringContaining('CONSOLE_FRAME_ANCESTORS')]);
  });

  it.each([
    [HOST, `^__Host-session-embedded=${SECRET}; Path=/; Max-Age=28800; HttpOnly; Secure; SameSite=None; Partitioned$`],
    ['localhost', `^session-embedded=${SECRET}; Path=/; Max-Age=28800; HttpOnly; Secure; SameSite=None; Partitioned$`],
  ])('at the host %s gets the cookie %s', async (host, expected) => {
    const { status, headers } = await api(framing).post('/sessions', { ...credentials(), embedded: true }, { headers: { host } });
    expect([status, headers['set-cookie']]).toEqual([201, [expect.stringMatching(new RegExp(expected))]]);
  });

  it('has a session of its own beside the session of the usual page', async () => {
    const http = api(framing);
    const [usual, embedded] = [
      await http.post<{ sessionId: string }>('/sessions', credentials(), { headers: { host: HOST } }),
      await http.post<{ sessionId: string }>('/sessions', { ...credentials(reader), embedded: true }, { headers: { host: HOST } }),
    ];
    const cookie = `${cookieIn(usual)}; ${cookieIn(embedded)}`;
    const current = async (headers: Record<string, string>): Promise<unknown> =>
      (await http.get<{ sessionId: string }>('/sessions/current', { headers: { cookie, ...headers } })).data.sessionId;
    expect(await current({ host: HOST })).toBe(usual.data.sessionId);
    expect(await current(frame)).toBe(embedded.data.sessionId);
    const ended = await http.delete('/sessions/current', { headers: { cookie, ...frame } });
    expect(ended.headers['set-cookie']).toEqual([
      '__Host-session-embedded=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=None; Partitioned',
    ]);
    expect((await http.get('/sessions/current', { headers: { cookie, ...frame } })).status).toBe(401);
    expect(await current({ host: HOST })).toBe(usual.data.sessionId);
  });

  it('reads only the embedded cookie, which no other page reads', async () => {
    const http = api(framing);
    const usual = cookieIn(await http.post('/sessions', credentials(), { headers: { host: HOST } }));
    const embedded = cookieIn(await http.post('/sessions', { ...credentials(), embedded: true }, { headers: { host: HOST } }));
    const status = async (cookie: string, headers: object): Promise<unknown> =>
      errorOf(await http.get('/sessions/current', { headers: { cookie, ...headers } }))[1];
    expect(await status(usual, frame)).toBe('not_authenticated');
    expect(await status(embedded, { host: HOST })).toBe('not_authenticated');
  });

  it('of a foreign origin cannot log in or act', async () => {
    const http = api(framing);
    const headers = { host: HOST, 'sec-fetch-site': 'cross-site' };
    expect((await http.post('/sessions', { ...credentials(), embedded: true }, { headers })).status).toBe(403);
    const cookie = cookieIn(await http.post('/sessions', { ...credentials(), embedded: true }, { headers: { host: HOST } }));
    expect((await http.get('/receivers', { headers: { ...headers, ...frame, cookie } })).status).toBe(403);
  });
});

it('faults of CONSOLE_FRAME_ANCESTORS are reported at the start', async () => {
  await expect(bed.startApp('token-api', { CONSOLE_FRAME_ANCESTORS: 'http://portal.example' })).rejects.toThrow('CONSOLE_FRAME_ANCESTORS');
});
