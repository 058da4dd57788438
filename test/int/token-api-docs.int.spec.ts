import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, expect, it } from '@jest/globals';
import { ROOT } from '../../scripts/stack/clone.js';
import { api, client } from '../support/api.js';
import type { App } from '../support/app.js';
import { useTestBed } from '../support/test-bed.js';

const bed = useTestBed();
let app: App;

beforeAll(async () => {
  app = await bed.startApp('token-api');
});

it('/openapi.json is the document in docs/', async () => {
  const { data } = await client(app.url).GET('/openapi.json');
  expect(data).toEqual(JSON.parse(readFileSync(join(ROOT, 'docs/openapi.json'), 'utf8')));
});

it('/docs is a page for browsers, and loads everything from this host', async () => {
  const page = await api(app.url).get<string>('/docs', { headers: { accept: 'text/html' } });
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/);
  const links = [...page.data.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link = '']) => link).filter((link) => !link.startsWith('data:'));
  expect(links).toHaveLength(3);
  expect(links.filter((link) => /^(https?:)?\/\//.test(link))).toEqual([]);
  const statuses = await Promise.all(
    links.map(async (link) => (await api(app.url).get(`/${link}`, { headers: { accept: '*/*' } })).status),
  );
  expect(statuses).toEqual(links.map(() => 200));
});

it('the library of the page is compressed for clients that accept it, and cached for as long as its name exists', async () => {
  const { data: page } = await api(app.url).get<string>('/docs');
  const path = `/docs/${/scalar-[\d.]+\.js/.exec(page)?.[0]}`;
  const as = (encoding: string) =>
    api(app.url).get<Buffer>(path, { headers: { 'accept-encoding': encoding }, responseType: 'arraybuffer', decompress: false });
  const [gzipped, plain] = [await as('gzip, deflate, br'), await as('identity')];
  expect([gzipped.headers['content-encoding'], plain.headers['content-encoding']]).toEqual(['gzip', undefined]);
  expect(gunzipSync(gzipped.data).equals(plain.data)).toBe(true);
  for (const { headers } of [gzipped, plain]) {
    expect(headers).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable', vary: 'Accept-Encoding' });
  }
});

it.each(['/docs/package.json', '/docs/..%2Fpackage.json', '/docs/__proto__', '/docs/scalar-1.0.0.js', '/docs/'])(
  '%s is not found',
  async (path) => {
    expect((await api(app.url).get(path)).status).toBe(404);
  },
);
