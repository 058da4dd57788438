// Things that the console must never allow, each in a real browser: leaks, foreign pages, fixed, forged and ended sessions.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { api, type CreatedToken } from '../support/api.js';
import type { App } from '../support/app.js';
import {
  BROWSER,
  type ConsoleBrowser,
  fillSignIn,
  keptBy,
  type Person,
  signIn,
  startBrowser,
  WITHOUT_BROWSER,
} from '../support/console.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

if (BROWSER === undefined) process.stdout.write(`test/int/console-security is left out: ${WITHOUT_BROWSER}\n`);

const bed = useTestBed();
let app: App;
let token: CreatedToken;
let browser: ConsoleBrowser;
let person: Person;
/** A foreign site: another host for the browser, with a page that frames or posts as a test wants. */
let foreign: Server;
let foreignUrl: string;
let foreignPage = '';
/** This app allows frames on the foreign site. */
let framedApp: App;

const navigation = (): Promise<void> => person.page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
const signInForm = (): Promise<void> => person.page.getByRole('button', { name: 'Sign in' }).waitFor();
const link = async (body: object = {}): Promise<{ path: string; linkId: string }> => {
  const answer = await api(app.url, token).post<{ path: string; linkId: string }>('/sessions/links', { scope: 'write', ...body });
  expect(answer.status).toBe(201);
  return answer.data;
};
const sessionCookie = async () => (await person.context.cookies()).find(({ name }) => name.includes('session'));

(BROWSER === undefined ? describe.skip : describe)('the console', () => {
  beforeAll(async () => {
    foreign = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(foreignPage));
    await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
    // A name of its own: for the browser, localhost and 127.0.0.1 are two sites.
    foreignUrl = `http://localhost:${(foreign.address() as AddressInfo).port}/`;
    app = await bed.startApp('token-api');
    framedApp = await bed.startApp('token-api', { CONSOLE_FRAME_ANCESTORS: new URL(foreignUrl).origin });
    token = await bed.createAccountAndToken();
    browser = await startBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    foreign?.closeAllConnections();
    foreign?.close();
  });

  const freshPage = async (): Promise<void> => {
    person = await browser.person();
  };

  afterEach(async () => {
    await person.context.close();
  });

  it('obeys its policy, calls no other host, and stores no token anywhere', async () => {
    await freshPage();
    await signIn(person, { url: app.url, ...token });
    await navigation();
    for (const name of ['Parcels', 'Deliveries', 'Recover', 'Event catalogue', 'Access']) {
      await person.page.getByRole('link', { name, exact: true }).click();
      await person.page.getByRole('heading', { level: 1, name }).waitFor();
    }
    const elsewhere = person.asked.filter((url) => !url.startsWith(`${app.url}/`) && !url.startsWith('data:'));
    expect({ complaints: person.complaints, elsewhere }).toEqual({ complaints: [], elsewhere: [] });
    expect(person.asked.filter((url) => url.includes(token.token))).toEqual([]);
    expect(await keptBy(person.page)).not.toContain(token.token);
    expect(await sessionCookie()).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
  });

  it('shows the API’s message about a failed login', async () => {
    await freshPage();
    await person.page.goto(`${app.url}/console/`);
    await fillSignIn(person.page, { user: token.user, token: 'pew_wrong' });
    await person.page.getByRole('alert').getByText('Incorrect').or(person.page.getByRole('alert')).first().waitFor();
    expect(await sessionCookie()).toBeUndefined();
  });

  it('is signed in to by a link once, and the code disappears from the address', async () => {
    await freshPage();
    const { path } = await link();
    await person.page.goto(`${app.url}${path}`);
    await navigation();
    expect(person.page.url()).toBe(`${app.url}/console/`);
    expect(person.asked.filter((url) => url.includes('code='))).toEqual([]);
    const second = await browser.person();
    await second.page.goto(`${app.url}${path}`);
    await second.page.getByText('The link did not sign you in').waitFor();
    expect((await second.context.cookies()).length).toBe(0);
    await second.context.close();
  });

  it('does not use up a link that is only previewed, as mail and chat programs do', async () => {
    await freshPage();
    const { path } = await link();
    await api(app.url).get(path.split('#')[0]!, { headers: { accept: 'text/html' } });
    await person.page.goto(`${app.url}${path}`);
    await navigation();
  });

  it('says that a link has expired', async () => {
    await freshPage();
    const { path, linkId } = await link();
    await bed.database.query(`UPDATE session_link SET expires_at = now() - interval '1 s' WHERE link_id = $1`, [linkId]);
    await person.page.goto(`${app.url}${path}`);
    await person.page.getByText('The link did not sign you in').waitFor();
  });

  it('does not take over a session that existed before the login (session fixation)', async () => {
    await freshPage();
    const { path } = await link();
    await person.page.goto(`${app.url}${path}`);
    await navigation();
    const planted = await sessionCookie();
    await person.context.clearCookies();
    await person.context.addCookies([{ name: planted!.name, value: planted!.value, url: app.url }]);
    await person.page.goto('about:blank');
    await person.page.goto(`${app.url}${(await link()).path}`);
    await person.page.getByRole('button', { name: 'Sign in to account' }).click();
    await waitFor(async () => (await sessionCookie())?.value !== planted!.value);
    const answer = await api(app.url).get('/sessions/current', { headers: { cookie: `${planted!.name}=${planted!.value}` } });
    expect(answer.status).toBe(401);
  });

  it('ends a session at sign-out: its cookie no longer works', async () => {
    await freshPage();
    await signIn(person, { url: app.url, ...token });
    const cookie = await sessionCookie();
    await person.page.getByRole('button', { name: `Account ${token.user}` }).click();
    await person.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await signInForm();
    expect(await sessionCookie()).toBeUndefined();
    const answer = await api(app.url).get('/sessions/current', { headers: { cookie: `${cookie!.name}=${cookie!.value}` } });
    expect(answer.status).toBe(401);
  });

  it('cannot be framed by a page of another site, and accepts no POST with its cookie from there', async () => {
    await freshPage();
    await signIn(person, { url: app.url, ...token });
    await navigation();
    foreignPage = `<iframe src="${app.url}/console/"></iframe>
      <script>fetch('${app.url}/receivers', { method: 'POST', mode: 'no-cors', credentials: 'include', body: '{"url":"https://evil.example/"}' }).finally(() => (document.title = 'posted'))</script>`;
    const page = await person.context.newPage();
    await page.goto(foreignUrl);
    await waitFor(async () => (await page.title()) === 'posted');
    const framed = page.frames().find((frame) => frame !== page.mainFrame());
    expect(await framed?.evaluate<boolean>(`document.querySelector('#console') === null`)).toBe(true);
    const { data } = await api(app.url, token).get<{ receivers: unknown[] }>('/receivers');
    expect(data.receivers).toEqual([]);
  });

  it('ends the session when its token is revoked while the page is open, and removes the shown data', async () => {
    await freshPage();
    const own = await bed.createAccountAndToken({ note: 'for this page' });
    await signIn(person, { url: app.url, ...own });
    await navigation();
    await api(app.url, token).post('/tokens/revoke', { tokenId: own.tokenId });
    await person.page.getByRole('link', { name: 'Deliveries', exact: true }).click();
    await person.page.getByText('Your session has ended').waitFor();
    await fillSignIn(person.page, token);
    await person.page.getByRole('heading', { level: 1, name: 'Deliveries' }).waitFor();
  });

  it('works inside a page that the operator names, after a link, with a cookie for that page only', async () => {
    await freshPage();
    const { path } = await link({ scope: 'read' });
    foreignPage = `<iframe src="${framedApp.url}${path}" width="1000" height="700"></iframe>`;
    await person.page.goto(foreignUrl);
    const frame = person.page.frameLocator('iframe');
    await frame.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await frame.getByRole('link', { name: 'Deliveries', exact: true }).click();
    await frame.getByRole('heading', { level: 1, name: 'Deliveries' }).waitFor();
    expect(await sessionCookie()).toMatchObject({ name: 'session-embedded', httpOnly: true, secure: true, sameSite: 'None' });
    await person.page.goto(`${framedApp.url}/console/`);
    await signInForm();
    expect(person.complaints).toEqual([]);
  });

  it('says inside a page that a link has expired', async () => {
    await freshPage();
    const { path, linkId } = await link();
    await bed.database.query(`UPDATE session_link SET expires_at = now() - interval '1 s' WHERE link_id = $1`, [linkId]);
    foreignPage = `<iframe src="${framedApp.url}${path}" width="1000" height="700"></iframe>`;
    await person.page.goto(foreignUrl);
    await person.page.frameLocator('iframe').getByText('The link did not sign you in').waitFor();
  });
});
