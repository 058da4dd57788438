// The signed-in account in a real browser: links that would replace a session, two accounts in two tabs, the change from a link to a token.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { api, type CreatedToken } from '../support/api.js';
import type { App } from '../support/app.js';
import { BROWSER, type ConsoleBrowser, type Person, signIn, startBrowser, WITHOUT_BROWSER } from '../support/console.js';
import { useTestBed } from '../support/test-bed.js';

if (BROWSER === undefined) process.stdout.write(`test/int/console-sessions is left out: ${WITHOUT_BROWSER}\n`);

const bed = useTestBed();
let app: App;
let mine: CreatedToken;
let other: CreatedToken;
let browser: ConsoleBrowser;
let person: Person;

const linkOf = async (token: CreatedToken): Promise<string> =>
  `${app.url}${(await api(app.url, token).post<{ path: string }>('/sessions/links', { scope: 'write', note: 'for a colleague' })).data.path}`;
const openLinks = async (token: CreatedToken): Promise<number> =>
  (await api(app.url, token).get<{ links: unknown[] }>('/sessions')).data.links.length;
const receiversOf = async (token: CreatedToken): Promise<string[]> =>
  (await api(app.url, token).get<{ receivers: { name: string }[] }>('/receivers')).data.receivers.map(({ name }) => name);
/** Matches the place that shows the account; "Sign in to account 2" is another button. */
const signedInTo = (page: Page, { user }: CreatedToken): Promise<void> =>
  page.getByRole('button', { name: new RegExp(`^Account ${user}\\b`) }).waitFor();
const choose = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

(BROWSER === undefined ? describe.skip : describe)('the console', () => {
  beforeAll(async () => {
    app = await bed.startApp('token-api');
    [mine, other] = [await bed.createAccountAndToken({ user: 1 }), await bed.createAccountAndToken({ user: 2 })];
    browser = await startBrowser();
  });

  afterAll(() => browser?.close());

  beforeEach(async () => {
    person = await browser.person();
  });

  afterEach(async () => {
    const { complaints } = person;
    await person.context.close();
    expect(complaints).toEqual([]);
  });

  it('asks before a link replaces the session, names both accounts, and does not use up the link if the person stays', async () => {
    const { page } = person;
    await signIn(person, { url: app.url, ...mine, path: 'deliveries' });
    const link = await linkOf(other);
    await page.goto(link);
    await page.getByText('You are signed in to account 1 (view, change and manage access)').waitFor();
    await page.getByText('signs in to account 2 (view and change)').waitFor();
    expect([page.url(), await openLinks(other)]).toEqual([`${app.url}/console/`, 1]);
    await choose(page, 'Stay in account 1');
    await signedInTo(page, mine);
    expect(await openLinks(other)).toBe(1);
    await page.goto(link); // Only the fragment changes; the page reloads itself.
    await choose(page, 'Sign in to account 2');
    await signedInTo(page, other);
    expect(await openLinks(other)).toBe(0);
  });

  it('says that a link is invalid, and keeps the session', async () => {
    const { page } = person;
    await signIn(person, { url: app.url, ...mine });
    await page.goto('about:blank');
    await page.goto(`${app.url}/console/#code=${'x'.repeat(43)}`);
    await page.getByText('This link was used already or has expired').waitFor();
    await choose(page, 'Stay in account 1');
    await signedInTo(page, mine);
  });

  it('with two accounts in two tabs, does nothing from the first tab in the second account, and says what happened', async () => {
    const { page } = person;
    await signIn(person, { url: app.url, ...mine, path: 'receivers/new' });
    await page.getByLabel('URL').fill('https://127.0.0.1:4433/hook');
    await page.getByLabel('Name', { exact: true }).fill('Mine');
    const second = await person.context.newPage();
    await second.goto(await linkOf(other));
    await choose(second, 'Sign in to account 2');
    await signedInTo(second, other);
    await page.bringToFront();
    await page
      .getByRole('button', { name: 'Create receiver' })
      .click({ timeout: 5_000 })
      .catch(() => undefined); // The tab may have learned it earlier.
    await page.getByText('This tab showed account 1. Another tab of this browser has signed in to account 2').waitFor();
    expect([await receiversOf(mine), await receiversOf(other)]).toEqual([[], []]);

    await choose(page, 'Sign in to account 1 again');
    await page.getByLabel(/^Token/).fill(mine.token);
    await choose(page, 'Sign in');
    await signedInTo(page, mine);
    await second.bringToFront();
    await second
      .getByRole('link', { name: 'Deliveries', exact: true })
      .click({ timeout: 5_000 })
      .catch(() => undefined);
    await second.getByText('This tab showed account 2. Another tab of this browser has signed in to account 1').waitFor();
    await choose(second, 'Continue in account 1');
    await signedInTo(second, mine);
    await second.getByRole('link', { name: 'Deliveries', exact: true }).click();
    await second.getByRole('heading', { level: 1, name: 'Deliveries' }).waitFor();
  });

  it('tells a person who signs out exactly that, and nothing about an ended or revoked session', async () => {
    await signIn(person, { url: app.url, ...mine });
    await choose(person.page, 'Account 1 test');
    await person.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await person.page.getByText('You are signed out.').waitFor();
    expect(await person.page.getByText(/revoked|has ended/).count()).toBe(0);
  });

  it('says on Access what a session from a link cannot do, and offers to continue with a token', async () => {
    const { page } = person;
    await page.goto(await linkOf(mine));
    await page.getByRole('link', { name: 'Access', exact: true }).click();
    await page.getByText('A link opened your session, so it cannot manage access or create links.').waitFor();
    await page.getByRole('tab', { name: 'Links' }).click();
    await choose(page, 'Sign in with a token');
    const field = page.getByRole('dialog').getByLabel(/^Token/);
    await field.fill('pew_wrong');
    await choose(page, 'Sign in');
    await page.getByRole('dialog').getByText('Incorrect authentication credentials').waitFor();
    await field.fill(mine.token);
    await choose(page, 'Sign in');
    await page.getByRole('button', { name: 'Create link' }).waitFor();
  });

  it('names in the audit log who opened the session of a change, and what changed', async () => {
    const { page } = person;
    const shop = await bed.createAccountAndToken({ user: 3, note: 'owner' });
    await page.goto(await linkOf(shop));
    await signedInTo(page, shop);
    await page.goto(`${app.url}/console/receivers/new`);
    await page.getByLabel('URL').fill('https://127.0.0.1:4433/hook');
    await page.getByLabel('Name', { exact: true }).fill('Portal');
    await page.getByRole('button', { name: 'Create receiver' }).click();
    await page
      .getByText(/whsec_/)
      .first()
      .waitFor();
    await page.context().clearCookies();
    await signIn(person, { url: app.url, ...shop, path: 'access?tab=audit' });
    const row = page.getByRole('row').filter({ hasText: 'Receiver created' });
    await row.getByText(`for a colleague · Session of token ${shop.tokenId}`).waitFor();
    await row.getByText('name: Portal', { exact: true }).waitFor();
  });
});
