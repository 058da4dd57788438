// The console as on Kubernetes: a proxy ends TLS, keeps the host name that the browser asked for, strips a path, and has two instances of
// token-api behind it.
import { type IncomingMessage, request as ask, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { api, type CreatedToken } from '../support/api.js';
import { BROWSER, type Person, signIn, useBrowser, WITHOUT_BROWSER } from '../support/console.js';
import { type HttpsServer, listen } from '../support/https-server.js';
import { useTestBed } from '../support/test-bed.js';

if (BROWSER === undefined) process.stdout.write(`test/e2e/console-proxy is left out: ${WITHOUT_BROWSER}\n`);

const HOST = 'parcels.example';
const PREFIX = '/tracking/webhooks';
const bed = useTestBed();
let token: CreatedToken;
const browser = useBrowser([`--host-resolver-rules=MAP ${HOST} 127.0.0.1`, '--ignore-certificate-errors']);
let person: Person;
let proxy: Omit<HttpsServer, 'calls'>;
let origin: string;
let apiUrl: string;
/** Number of requests that each instance has got. */
const requests = [0, 0];

/** Sends requests to both instances in turn. */
function passOn(targets: readonly string[], request: IncomingMessage, response: ServerResponse): void {
  const place = (requests[0]! + requests[1]!) % 2;
  const path = request.url ?? '/';
  if (!path.startsWith(PREFIX)) return void response.writeHead(404).end();
  requests[place]!++;
  const { method, headers } = request;
  const onward = ask(
    targets[place]! + path.slice(PREFIX.length),
    { method, headers: { ...headers, 'x-forwarded-proto': 'https' } },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    },
  );
  onward.on('error', () => response.destroy());
  request.pipe(onward);
}

(BROWSER === undefined ? describe.skip : describe)('the console behind a proxy, below a path, with two instances', () => {
  beforeAll(async () => {
    const apps = await Promise.all([bed.startApp('token-api'), bed.startApp('token-api')]);
    apiUrl = apps[0].url;
    token = await bed.createAccountAndToken();
    await api(apiUrl, token).post('/receivers', { name: 'Shop', url: 'https://127.0.0.1/shop' });
    proxy = await listen(
      () => (request, response) =>
        passOn(
          apps.map(({ url }) => url),
          request,
          response,
        ),
    );
    origin = `https://${HOST}:${new URL(proxy.url()).port}`;
  });

  afterAll(() => proxy?.close());

  it('needs one sign-in for all views, and keeps the path in every request', async () => {
    person = await browser.person();
    const { page, context, asked } = person;
    await signIn(person, { url: origin + PREFIX, ...token });
    await page.getByRole('link', { name: 'Deliveries' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Deliveries' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`${PREFIX}/console/deliveries`);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Deliveries' }).waitFor();
    expect(await context.cookies()).toEqual([
      expect.objectContaining({ name: '__Host-session', secure: true, httpOnly: true, sameSite: 'Strict', path: '/', domain: HOST }),
    ]);
    expect(asked.filter((address) => !address.startsWith(origin + PREFIX) && !address.startsWith('data:'))).toEqual([]);
    expect(Math.min(...requests)).toBeGreaterThan(3);
  });

  it('makes links that open below the path', async () => {
    const answer = await api(apiUrl, token).post<{ path: string }>('/sessions/links', { scope: 'read', note: 'support' });
    person = await browser.person();
    const { page } = person;
    await page.goto(origin + PREFIX + answer.data.path);
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.getByText('Shop').first().waitFor();
  });
});
