// The console as token-api serves it: the page at each depth, its assets, and its restrictions. Other tests cover what the page does.
import { cpSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ROOT } from '../../scripts/stack/clone.js';
import { api } from '../support/api.js';
import { type App, launchApp } from '../support/app.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';
import { openWire } from '../support/wire.js';

const BUILT = join(ROOT, 'dist/apps/console');
const bed = useTestBed();
let app: App;

beforeAll(async () => {
  app = await bed.startApp('token-api');
});

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly data: string;
}

const get = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  api(app.url).get<string>(path, { headers: { accept: 'text/html', ...headers }, maxRedirects: 0 }) as Promise<Answer>;

const noncesIn = (html: string): string[] => [...html.matchAll(/nonce="([^"]*)"/g)].map(([, nonce = '']) => nonce);

/** Sends the target unchanged: other clients resolve `..` before they send. */
async function statusOf(target: string): Promise<string | undefined> {
  const { socket, until } = openWire(app.url);
  socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  const answer = await until(/\r\n\r\n/);
  socket.destroy();
  return /^HTTP\/1.1 (\d+)/.exec(answer)?.[1];
}

describe('the page', () => {
  it.each([
    ['/console/', './'],
    ['/console/deliveries', './'],
    ['/console/deliveries/', '../'],
    ['/console/deliveries/abc?tab=attempts', '../'],
    ['/console/parcels/acme-express/A%2F1', '../../'],
    ['/console/a/b/c/d/e', '../../../../'],
  ])('%s has the base %s for its assets', async (path, base) => {
    const { status, headers, data } = await get(path);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'text/html; charset=utf-8', 'no-store']);
    expect(/<base href="([^"]*)"/.exec(data)?.[1]).toBe(base);
    const links = [...data.matchAll(/(?:src|href)="(\.\/[^"]+)"/g)].map(([, link = '']) => link).filter((link) => link !== base);
    expect(links).not.toEqual([]);
    for (const link of links) {
      const { pathname } = new URL(link, new URL(base, `${app.url}${path}`));
      expect([pathname, (await get(pathname)).status]).toEqual([pathname, 200]);
    }
  });

  it('has its base before any relative address', async () => {
    const { data } = await get('/console/');
    const first = /(?:src|href)="(?!data:)/.exec(data)?.index ?? -1;
    expect(data.slice(first - '<base '.length, first)).toBe('<base ');
  });

  it('has a nonce that differs in each answer and matches the nonce of the policy', async () => {
    const answers = [await get('/console/'), await get('/console/')];
    const nonces = answers.map(({ data, headers }) => {
      const found = new Set(noncesIn(data));
      const [nonce = ''] = found;
      expect([found.size, data.includes('__NONCE__')]).toEqual([1, false]);
      expect(headers['content-security-policy']).toContain(`script-src 'nonce-${nonce}' 'self'; style-src 'self' 'nonce-${nonce}'`);
      return nonce;
    });
    expect(nonces[0]).not.toBe(nonces[1]);
    expect(nonces[0]).toMatch(/^[A-Za-z0-9+/]{24}$/);
  });

  it('allows no other host, no inline code and no frame', async () => {
    const { headers } = await get('/console/');
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none';/);
    expect(policy).toMatch(/; base-uri 'self'; form-action 'none'; frame-ancestors 'none'$/);
    expect(policy).not.toMatch(/unsafe-|https?:/);
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
  });

  it('answers HEAD as GET, without the page', async () => {
    const { status, headers, data } = await api(app.url).head<string>('/console/deliveries', { headers: { accept: 'text/html' } });
    expect([status, headers['content-type'], data]).toEqual([200, 'text/html; charset=utf-8', '']);
  });

  it.each(['post', 'put', 'patch', 'delete', 'options'])('refuses %s', async (method) => {
    const { status, headers } = await api(app.url).request({ method, url: '/console/deliveries' });
    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD']);
  });
});

describe('a page of another origin', () => {
  it('may show the console in a frame if CONSOLE_FRAME_ANCESTORS names the origin', async () => {
    const { url } = await bed.startApp('token-api', { CONSOLE_FRAME_ANCESTORS: 'https://portal.example,https://b.example:8443' });
    const { headers } = await api(url).get('/console/deliveries', { headers: { accept: 'text/html' } });
    expect(headers['content-security-policy']).toMatch(/; frame-ancestors 'self' https:\/\/portal\.example https:\/\/b\.example:8443$/);
  });
});

describe('a redirect to the console', () => {
  it.each(['text/html', 'application/json', '*/*'])('leads from / for every Accept header: %s', async (accept) => {
    const { status, headers } = await get('/', { accept });
    expect([status, headers['location']]).toEqual([302, 'console/']);
  });

  it('leads from /console to /console/', async () => {
    const { status, headers } = await get('/console');
    expect([status, headers['location']]).toEqual([302, 'console/']);
  });
});

describe('token-api without a built console', () => {
  const clone = temporaryFolder();

  it('redirects / to the API reference, and says at /console/ what to run; it serves the page as soon as it is built', async () => {
    for (const name of ['package.json', 'dist/apps/token-api', 'dist/libs'])
      cpSync(join(ROOT, name), join(clone, name), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
    const bare = await launchApp('token-api', bed.env, clone);
    await waitFor(bare.isReady, { what: 'token-api without a console' });
    const [root, page] = await Promise.all(['/', '/console/'].map((path) => api(bare.url).get<unknown>(path, { maxRedirects: 0 })));
    expect([root?.status, root?.headers['location']]).toEqual([302, 'docs']);
    expect([page?.status, JSON.stringify(page?.data)]).toEqual([404, expect.stringContaining('run `npm run build`')]);
    cpSync(BUILT, join(clone, 'dist/apps/console'), { recursive: true });
    const built = await api(bare.url).get<string>('/console/');
    expect([built.status, built.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    await bare.stop();
  });
});

describe('an asset', () => {
  const assets = readdirSync(join(BUILT, 'assets')).filter((name) => !/\.(?:br|gz)$/.test(name));
  const script = `/console/assets/${assets.find((name) => name.endsWith('.js'))}`;
  const as = (path: string, encoding: string) =>
    api(app.url).get<Buffer>(path, { headers: { 'accept-encoding': encoding }, responseType: 'arraybuffer', decompress: false });

  it('is compressed for clients that accept it, and cached for as long as its name exists', async () => {
    const [br, gzip, plain] = [await as(script, 'gzip, deflate, br'), await as(script, 'gzip'), await as(script, 'identity')];
    expect([br, gzip, plain].map(({ headers }) => headers['content-encoding'] as unknown)).toEqual(['br', 'gzip', undefined]);
    for (const { status, headers } of [br, gzip, plain]) {
      expect([status, headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
      expect(headers).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable', vary: 'Accept-Encoding' });
    }
    expect([brotliDecompressSync(br.data), gunzipSync(gzip.data)].map((bytes) => bytes.equals(plain.data))).toEqual([true, true]);
    expect(plain.data.equals(readFileSync(join(BUILT, script.slice('/console/'.length))))).toBe(true);
  });

  it('has a type that browsers know', async () => {
    for (const name of assets) {
      const { headers } = await as(`/console/assets/${name}`, 'identity');
      expect([name, headers['content-type']]).not.toEqual([name, 'application/octet-stream']);
    }
  });

  it('that does not exist is a 404 in the form of all errors', async () => {
    const { status, data } = await get('/console/assets/nothing.js');
    expect([status, data]).toEqual([404, expect.objectContaining({ errors: [expect.objectContaining({ code: 'not_found' })] })]);
  });

  it.each([
    '/console/assets/',
    '/console/assets/../index.html',
    '/console/assets/../../../package.json',
    '/console/assets/%2e%2e/index.html',
    '/console/assets/..%2findex.html',
    '/console/assets/..%5c..%5cpackage.json',
    '/console/%2e%2e/docs',
    '/console/deliveries/../../docs',
    '/console/assets/__proto__',
    '/console/assets/%00',
    '/console/%',
    `${script}.gz`,
    `${script}/`,
  ])('cannot have the path %s', async (target) => {
    expect(await statusOf(target)).toBe('404');
  });
});

describe('the licences of the packages in the page', () => {
  it('are served with the page', async () => {
    const { status, headers, data } = await get('/console/licences.txt');
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(data).toMatch(/^react-dom \d+\.\d+\.\d+ \(MIT\)$/m);
    expect(data).toContain('Permission is hereby granted, free of charge');
  });
});

describe('the built files', () => {
  /** Names that are not loaded: namespaces, examples, and pages to which texts of packages and documents refer. */
  const NAMED =
    /^(?:www\.w3\.org|react\.dev|mantine\.dev|tanstack\.com|bit\.ly|localhost|www\.standardwebhooks\.com|github\.com|[a-z.-]+\.example)$/;

  /** The library gives its components these style names, in its code and in its style sheets. */
  const looksIn = (ending: string): ReadonlySet<string> =>
    new Set(
      readdirSync(join(BUILT, 'assets'))
        .filter((name) => name.endsWith(ending))
        .flatMap((name) => readFileSync(join(BUILT, 'assets', name), 'utf8').match(/\bm_[0-9a-f]{6,8}\b/g) ?? []),
    );

  /** RadioCard and CheckboxCard, RadioIndicator and CheckboxIndicator come with Radio and Checkbox; no view uses them. */
  const NOT_SHOWN = 'm_9dc8ae12 m_26775b0a m_2980836c m_3e4da632 m_717d7ff6 m_7eec72c0 m_193e54c8 m_1b1c543a m_5e5256ee m_76e20374'.split(
    ' ',
  );

  it('contain the styles of every component', () => {
    const styled = looksIn('.css');
    expect([...looksIn('.js')].filter((look) => !styled.has(look)).toSorted()).toEqual(NOT_SHOWN.toSorted());
  });

  it('name no other host from which a browser could load something', () => {
    const files = readdirSync(join(BUILT, 'assets')).filter((name) => /\.(?:js|css|svg)$/.test(name));
    const texts = [...files.map((name) => join('assets', name)), 'index.html'].map((name) => readFileSync(join(BUILT, name), 'utf8'));
    const hosts = texts.flatMap((text) => [...text.matchAll(/https?:\/\/([a-z0-9.-]+)/gi)].map(([, host = '']) => host));
    expect([...new Set(hosts)].filter((host) => !NAMED.test(host))).toEqual([]);
  });
});
