import { get, type IncomingMessage, request } from 'node:http';
import { buffer, json } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { readOpenApi } from '../support/answer-checks.js';
import { api, type CreatedToken } from '../support/api.js';
import { useTestBed } from '../support/test-bed.js';

const bed = useTestBed();
let url: string;
let token: CreatedToken;
const RECEIVERS = 100;

beforeAll(async () => {
  token = await bed.createAccountAndToken({ user: 1 });
  ({ url } = await bed.startApp('token-api'));
  const caller = api(url, token);
  for (let n = 0; n < RECEIVERS; n++) await caller.post('/receivers', { url: `https://127.0.0.1:4433/${n}` });
});

const headersOf = (encoding: string | undefined): Record<string, string> => ({
  user: String(token.user),
  token: token.token,
  ...(encoding !== undefined && { 'Accept-Encoding': encoding }),
});

/** Returns an answer as it comes over the wire. */
function ask(path: string, encoding?: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) =>
    get(new URL(path, url), { headers: headersOf(encoding), agent: false }, resolve).on('error', reject),
  );
}

const UNPACK = { gzip: gunzipSync, br: brotliDecompressSync };

describe('an answer of many kilobytes', () => {
  it.each([
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1, br;q=0', 'gzip'],
  ] as const)('is compressed for clients that accept %s', async (accepted, used) => {
    const [plain, packed] = [await ask('/receivers'), await ask('/receivers', accepted)];
    expect([plain.headers['content-encoding'], packed.headers['content-encoding']]).toEqual([undefined, used]);
    expect([plain.headers['vary'], packed.headers['vary']]).toEqual(['Accept-Encoding', 'Accept-Encoding']);
    const [whole, bytes] = [await buffer(plain), await buffer(packed)];
    expect(bytes.length).toBeLessThan(whole.length / 5);
    expect(UNPACK[used](bytes).equals(whole)).toBe(true);
  });

  it.each(['identity', 'zip', 'gzip;q=0', ''])('is not compressed for clients that accept %j', async (accepted) => {
    const answer = await ask('/receivers', accepted);
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(((await json(answer)) as { receivers: unknown[] }).receivers).toHaveLength(RECEIVERS);
  });
});

describe('the API', () => {
  it('does not compress an answer of few bytes', async () => {
    const answer = await ask('/sender-addresses', 'gzip');
    expect(answer.headers['content-encoding']).toBeUndefined();
    answer.resume();
  });

  it('does not compress an answer to POST, which may contain a secret', async () => {
    const body = JSON.stringify({ scope: 'read', note: 'n'.repeat(100_000) });
    const answer = await new Promise<IncomingMessage>((resolve) => {
      const headers = { ...headersOf('gzip, br'), 'Content-Type': 'application/json' };
      request(new URL('/tokens/generate', url), { method: 'POST', headers, agent: false }, resolve).end(body);
    });
    expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, undefined]);
    expect(await json(answer)).toMatchObject({ token: expect.any(String), note: expect.stringMatching(/^n{100000}$/) });
  });
});

describe('an answer to GET', () => {
  it('shows no secret, so its size reveals none', async () => {
    const caller = api(url, token);
    const created = (
      await caller.post<{ receiverId: string; signing: { secret: string } }>('/receivers', { url: 'https://127.0.0.1:4433/' })
    ).data;
    const rotated = (await caller.post<{ signing: { secret: string } }>(`/receivers/${created.receiverId}/signing/rotate`)).data;
    const other = (await caller.post<{ token: string }>('/tokens/generate', { scope: 'read' })).data;
    const link = (await caller.post<{ code: string }>('/sessions/links', { scope: 'read' })).data;
    const secrets = [token.token, created.signing.secret, rotated.signing.secret, other.token, link.code];
    const paths = Object.entries(readOpenApi().paths)
      .filter(([, operations]) => 'get' in operations)
      .map(([path]) => path.replace('{receiverId}', created.receiverId))
      .filter((path) => !path.includes('{'));
    expect(paths).toEqual(
      expect.arrayContaining(['/receivers', '/tokens/list', '/sessions', '/audit-log', `/receivers/${created.receiverId}`]),
    );
    for (const path of paths) {
      const shown = JSON.stringify((await caller.get(path)).data);
      expect(secrets.filter((secret) => shown.includes(secret))).toEqual([]);
    }
  });
});
