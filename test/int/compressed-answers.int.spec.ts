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

/** An answer as it comes over the wire. */
function ask(path: string, encoding?: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) =>
    get(new URL(path, url), { headers: headersOf(encoding), agent: false }, resolve).on('error', reject),
  );
}

interface ApiDocument {
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
  readonly paths: Readonly<Record<string, Partial<Record<'get' | 'post', { readonly responses: unknown }>>>>;
}

const UNPACK = { gzip: gunzipSync, br: brotliDecompressSync };

describe('an answer of many kilobytes', () => {
  it.each([
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1, br;q=0', 'gzip'],
  ] as const)('is compressed for who accepts %s', async (accepted, used) => {
    const [plain, packed] = [await ask('/receivers'), await ask('/receivers', accepted)];
    expect([plain.headers['content-encoding'], packed.headers['content-encoding']]).toEqual([undefined, used]);
    expect([plain.headers['vary'], packed.headers['vary']]).toEqual(['Accept-Encoding', 'Accept-Encoding']);
    const [whole, bytes] = [await buffer(plain), await buffer(packed)];
    expect(bytes.length).toBeLessThan(whole.length / 5);
    expect(UNPACK[used](bytes).equals(whole)).toBe(true);
  });

  it.each(['identity', 'zip', 'gzip;q=0', ''])('comes as it is for who accepts %j', async (accepted) => {
    const answer = await ask('/receivers', accepted);
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(await json(answer)).toEqual({ receivers: expect.objectContaining({ length: RECEIVERS }) });
  });
});

describe('what is not compressed', () => {
  it('an answer of few bytes', async () => {
    const answer = await ask('/sender-addresses', 'gzip');
    expect(answer.headers['content-encoding']).toBeUndefined();
    answer.resume();
  });

  it('an answer to POST, which may carry a secret', async () => {
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
  const SECRETS = ['token', 'secret', 'code', 'password', 'clientSecret', 'privateKey'];
  const { components, paths } = readOpenApi() as unknown as ApiDocument;

  /** The names of all fields below a schema. */
  function fieldsOf(schema: unknown, seen = new Set<string>()): string[] {
    if (typeof schema !== 'object' || schema === null) return [];
    const { $ref, properties, ...rest } = schema as { $ref?: string; properties?: Readonly<Record<string, unknown>> };
    const name = $ref?.split('/').at(-1);
    if (name !== undefined && seen.has(name)) return [];
    const below = name === undefined ? [] : fieldsOf(components.schemas[name], new Set([...seen, name]));
    const own = Object.entries(properties ?? {}).flatMap(([field, each]) => [field, ...fieldsOf(each, seen)]);
    return [...below, ...own, ...Object.values(rest).flatMap((each) => fieldsOf(each, seen))];
  }

  it('has no field for a secret, so its size tells none', () => {
    const shown = (method: 'get' | 'post'): string[] =>
      Object.values(paths)
        .flatMap((operation) => fieldsOf(operation[method]?.responses))
        .filter((field) => SECRETS.includes(field));
    expect(new Set(shown('post'))).toEqual(new Set(['token', 'secret', 'code']));
    expect(shown('get')).toEqual([]);
  });
});
