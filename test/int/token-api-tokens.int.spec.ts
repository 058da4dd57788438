import { createHash, randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AxiosInstance, AxiosResponse } from 'axios';
import { toTokenSecret } from '../../apps/token-api/src/tokens/token-secret.js';
import { api, type CreatedToken } from '../support/api.js';
import { useTestBed } from '../support/test-bed.js';
import { eventually } from '../support/wait-for.js';

const SECRET = /^pew_[A-Za-z0-9_-]{43}[A-Za-z0-9]{6}$/;
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

const bed = useTestBed();
let url: string;
let first: CreatedToken;
let owner: AxiosInstance;

beforeAll(async () => {
  first = await bed.createAccountAndToken({ user: 1, note: 'first' });
  ({ url } = await bed.startApp('token-api'));
  owner = api(url, first);
});

interface Generated {
  readonly tokenId: number;
  readonly token: string;
}

async function generate(body: object = { scope: 'generate' }): Promise<Generated> {
  const { status, data } = await owner.post<Generated>('/tokens/generate', body);
  expect(status).toBe(200);
  return data;
}

const as = (token: string, user = 1): AxiosInstance => api(url, { user, token });
/** Undefined for an answer that is not an error. */
const codeOf = ({ data }: AxiosResponse): unknown =>
  (data as { errors?: { code: string; attr: string | null }[] }).errors?.map(({ code, attr }) => [code, attr]);

describe('token:create', () => {
  it('prints the new token, and keeps only the hash of the secret', async () => {
    expect(first).toEqual({ user: 1, tokenId: expect.any(Number), token: expect.stringMatching(SECRET), scope: 'generate', note: 'first' });
    const rows = await bed.database.query<{ row: string; hash: string }>(
      `SELECT t::text AS row, encode(secret_hash, 'hex') AS hash FROM api_token t WHERE token_id = $1`,
      [first.tokenId],
    );
    expect(rows[0]?.row).not.toContain(first.token.slice(4, 20));
    expect(rows[0]?.hash).toBe(createHash('sha256').update(first.token).digest('hex'));
  });

  it('makes a second token for the same account', async () => {
    const second = await bed.createAccountAndToken({ user: 1, scope: 'read' });
    expect(second.tokenId).toBeGreaterThan(first.tokenId);
    expect((await as(second.token).get('/receivers')).status).toBe(200);
  });
});

describe('generate', () => {
  it('answers 200 with the secret, only this once', async () => {
    const { status, data } = await owner.post('/tokens/generate', { note: 'track ünd träce', scope: 'write' });
    expect([status, data]).toEqual([
      200,
      {
        tokenId: expect.any(Number),
        token: expect.stringMatching(SECRET),
        note: 'track ünd träce',
        scope: 'write',
        createdAt: expect.stringMatching(ISO),
      },
    ]);
  });

  it.each([
    [{ scope: 'read' }, 200],
    [{ scopes: ['read'] }, 200],
    [{ scope: 'read', scopes: ['read'] }, 200],
    [{ scope: 'read', note: '' }, 200],
    [{ scope: 'read', note: 'x'.repeat(100_000) }, 200],
    [{ scope: 'read', unknown: true }, 200],
    [{}, 400, ['required', 'scope']],
    [{ scope: 'read', scopes: ['write'] }, 400, ['invalid', 'scopes']],
    [{ scopes: ['read', 'write'] }, 400, ['invalid', 'scopes']],
    [{ scopes: [] }, 400, ['invalid', 'scopes']],
    [{ scope: 'admin' }, 400, ['invalid_choice', 'scope']],
    [{ scope: null }, 400, ['invalid', 'scope']],
    [{ scope: 'read', note: 7 }, 400, ['invalid', 'note']],
    [{ scope: 'read', note: null }, 400, ['invalid', 'note']],
    [{ scope: 'read', note: 'a\0b' }, 400, ['invalid', 'note']],
    [{ scope: 'admin', note: 7 }, 400, ['invalid', 'note'], ['invalid_choice', 'scope']],
  ])('edge case 47: %# → %d', async (body, status, ...codes) => {
    const answer = await owner.post('/tokens/generate', body);
    expect([answer.status, codeOf(answer)]).toEqual([status, status === 400 ? codes : undefined]);
  });

  it('makes 100 different tokens at once, all of which work', async () => {
    const made = await Promise.all(Array.from({ length: 100 }, () => generate({ scope: 'read' })));
    expect(new Set(made.map(({ token }) => token)).size).toBe(100);
    expect(new Set(made.map(({ tokenId }) => tokenId)).size).toBe(100);
    const answers = await Promise.all(made.map(({ token }) => as(token).get('/receivers')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('makes a token that works at once, and only within its scope', async () => {
    const { token } = await generate({ scope: 'write' });
    expect((await as(token).get('/receivers')).status).toBe(200);
    expect((await as(token).get('/tokens/list')).status).toBe(403);
    expect((await as(token, 2).get('/receivers')).status).toBe(401);
  });
});

describe('list', () => {
  it('lists active tokens of the account by tokenId, never a secret', async () => {
    const { token, tokenId } = await generate({ scope: 'write', note: 'listed' });
    const { data } = await owner.get<{ tokens: { tokenId: number }[] }>('/tokens/list', {
      headers: { 'content-type': 'application/json' },
    });
    const ids = data.tokens.map((listed) => listed.tokenId);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    expect(data.tokens.at(-1)).toEqual({
      tokenId,
      note: 'listed',
      scope: 'write',
      createdAt: expect.stringMatching(ISO),
      lastUsedAt: null,
    });
    expect(JSON.stringify(data)).not.toContain(token);
    await owner.post('/tokens/revoke', { tokenId });
    expect(JSON.stringify((await owner.get('/tokens/list')).data)).not.toContain('"listed"');
  });

  it('shows the last use of a token in lastUsedAt', async () => {
    const { token, tokenId } = await generate();
    await as(token).get('/tokens/list');
    await eventually(async () => {
      const { data } = await owner.get<{ tokens: object[] }>('/tokens/list');
      expect(data.tokens).toContainEqual(expect.objectContaining({ tokenId, lastUsedAt: expect.stringMatching(ISO) }));
    });
  });
});

describe('revoke, edge case 48', () => {
  it('takes effect with the next request, also in another instance', async () => {
    const other = await bed.startApp('token-api');
    const { token, tokenId } = await generate();
    const elsewhere = api(other.url, { user: 1, token });
    expect((await elsewhere.get('/tokens/list')).status).toBe(200);
    const { status, data } = await owner.post('/tokens/revoke', { tokenId });
    expect([status, data]).toEqual([200, { tokenId, revoked: true }]);
    const refused = await elsewhere.get('/tokens/list');
    expect([refused.status, codeOf(refused)]).toEqual([401, [['authentication_failed', null]]]);
    expect((await as(token).get('/tokens/list')).status).toBe(401);
  });

  it('succeeds twice, and the first time counts', async () => {
    const { tokenId } = await generate();
    const revokedAt = async (): Promise<unknown> =>
      (await bed.database.query<{ at: Date }>('SELECT revoked_at AS at FROM api_token WHERE token_id = $1', [tokenId]))[0]?.at;
    expect((await owner.post('/tokens/revoke', { tokenId })).status).toBe(200);
    const firstTime = await revokedAt();
    expect((await owner.post('/tokens/revoke', { tokenId })).data).toEqual({ tokenId, revoked: true });
    expect(await revokedAt()).toEqual(firstTime);
  });

  it('warns when the last token that can make others is revoked, even by itself', async () => {
    const [last, lower] = await Promise.all([
      bed.createAccountAndToken({ user: 77, scope: 'generate' }),
      bed.createAccountAndToken({ user: 77, scope: 'write' }),
    ]);
    const caller = as(last.token, 77);
    const second = (await caller.post<{ tokenId: number }>('/tokens/generate', { scope: 'generate', note: '' })).data;
    const revoke = async (tokenId: number): Promise<unknown> => (await caller.post('/tokens/revoke', { tokenId })).data;
    expect(await revoke(second.tokenId)).toEqual({ tokenId: second.tokenId, revoked: true });
    expect(await revoke(lower.tokenId)).toEqual({ tokenId: lower.tokenId, revoked: true });
    expect(await revoke(last.tokenId)).toMatchObject({
      revoked: true,
      warnings: [{ code: 'no_generate_token', detail: expect.stringContaining('token:create') }],
    });
  });

  it('lets a token revoke itself: 200, then 401', async () => {
    const { token, tokenId } = await generate();
    expect((await as(token).post('/tokens/revoke', { tokenId })).status).toBe(200);
    expect((await as(token).post('/tokens/revoke', { tokenId })).status).toBe(401);
  });

  it('does not know another account’s token, which stays active', async () => {
    const stranger = await bed.createAccountAndToken({ user: 2 });
    const answer = await owner.post('/tokens/revoke', { tokenId: stranger.tokenId });
    expect([answer.status, codeOf(answer)]).toEqual([404, [['not_found', 'tokenId']]]);
    expect((await api(url, stranger).get('/tokens/list')).data).toMatchObject({ tokens: [{ tokenId: stranger.tokenId }] });
  });

  it.each([
    [{ tokenId: 999_999_999 }, 404, 'not_found'],
    [{ tokenId: -1 }, 404, 'not_found'],
    [{ tokenId: Number.MAX_SAFE_INTEGER }, 404, 'not_found'],
    [{ tokenId: '7' }, 400, 'invalid'],
    [{ tokenId: 7.5 }, 400, 'invalid'],
    [{ tokenId: null }, 400, 'invalid'],
    [{ tokenId: [7] }, 400, 'invalid'],
    [{}, 400, 'required'],
  ])('%j → %d', async (body, status, code) => {
    const answer = await owner.post('/tokens/revoke', body);
    expect([answer.status, codeOf(answer)]).toEqual([status, [[code, 'tokenId']]]);
  });
});

describe('Accept, edge case 49', () => {
  it.each([
    ['*/*', 200],
    ['application/*', 200],
    ['application/json', 200],
    ['text/html, */*;q=0.1', 200],
    ['text/html', 406],
    ['application/json;q=0', 406],
  ])('%s → %d', async (accept, status) => {
    expect((await owner.get('/tokens/list', { headers: { accept } })).status).toBe(status);
  });

  it('absent → 200', async () => {
    expect((await owner.get('/tokens/list', { headers: { accept: null } })).status).toBe(200);
  });
});

describe('guessing', () => {
  it('is refused every time; a valid token works all the while', async () => {
    const guess = (): Promise<AxiosResponse> => as(toTokenSecret(randomBytes(32))).get('/receivers');
    const [guessed, valid] = await Promise.all([
      Promise.all(Array.from({ length: 150 }, guess)),
      Promise.all(Array.from({ length: 20 }, () => owner.get('/receivers'))),
    ]);
    expect(new Set(guessed.map(({ status }) => status))).toEqual(new Set([401]));
    expect(new Set(valid.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await owner.get('/receivers')).status).toBe(200);
  });
});
