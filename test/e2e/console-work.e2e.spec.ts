// Daily work with the console in a real browser: lists and their files, one parcel, the keyboard, the developer of a receiver, and how much
// a view loads.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { parcel } from '../builders/parcel.js';
import { api, type CreatedToken } from '../support/api.js';
import type { App } from '../support/app.js';
import { BROWSER, NARROW, openView, type Person, signIn, untilAtRest, useBrowser, WITHOUT_BROWSER } from '../support/console.js';
import { faultsOf, violationsOf } from '../support/looks.js';
import type { TestReceiver } from '../support/receiver.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

if (BROWSER === undefined) process.stdout.write(`test/e2e/console-work is left out: ${WITHOUT_BROWSER}\n`);

const bed = useTestBed({ env: { RETRY_DELAY_MS: '50' } });
const NUMBER = '00340434161094020028';
const told = parcel({ account: 1, courier: 'dhl-germany', trackingNumber: NUMBER, language: 'de' });
const ORDER = `O-${NUMBER}`;
let app: App;
let token: CreatedToken;
let receiver: TestReceiver;
const browser = useBrowser();
let person: Person;

interface Listed {
  readonly deliveries: readonly { readonly deliveryId: string; readonly status: string; readonly eventid: string }[];
}
interface Made {
  readonly receiverId: string;
  readonly signing: { readonly secret: string };
}

const create = async (name: string, path: string, more = {}): Promise<Made> =>
  (await api(app.url, token).post<Made>('/receivers', { name, url: receiver.url(path), ...more })).data;
const deliveriesOf = async (params: object): Promise<Listed['deliveries']> =>
  (await api(app.url, token).get<Listed>('/deliveries', { params })).data.deliveries;

(BROWSER === undefined ? describe.skip : describe)('the console at work', () => {
  let mended: Made;

  beforeAll(async () => {
    receiver = await bed.startReceiver();
    receiver.behave('/mended', { kind: 'answer', status: 503, body: 'back soon' });
    [app] = await Promise.all([bed.startApp('token-api'), bed.startApp('event-builder'), bed.startApp('webhook-sender')]);
    token = await bed.createAccountAndToken();
    await create('Zoo', '/zoo');
    await create('Archive', '/archive', { events: ['onReturn'] });
    mended = await create('Mended', '/mended', { events: ['onDelivered'], timeoutMs: 60_000 }); // The answer to a test is waited for as long as this time-out.
    await bed.publish('records', [told.record()]);
    await bed.publish('scans', [
      told.scan('InboundScan', '2026-03-28T21:00:00+01:00'),
      told.scan('Delivered', '2026-03-30T11:30:00+02:00'),
    ]);
    const [failed] = await waitFor(async () => {
      const found = await deliveriesOf({ receiverId: mended.receiverId, status: 'exhausted' });
      return found.length > 0 && found;
    });
    receiver.behave('/mended', { kind: 'answer', status: 204 });
    await api(app.url, token).post(`/deliveries/${failed!.deliveryId}/redeliver`);
    await waitFor(async () => (await deliveriesOf({ receiverId: mended.receiverId, status: 'delivered' })).length > 0);
    await waitFor(async () => (await deliveriesOf({ status: 'pending' })).length === 0);
  });

  const open = (view: string): Promise<void> => openView(person, app.url, view);

  const signedIn = async (path: string): Promise<Page> => {
    person = await browser.signedIn({ url: app.url, ...token, path });
    return person.page;
  };

  /** Returns the file that a click on a button downloads. */
  async function downloaded(page: Page, button: string): Promise<{ readonly name: string; readonly lines: readonly string[] }> {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]);
    const text = readFileSync(await download.path(), 'utf8').replace(/^\uFEFF/, '');
    return { name: download.suggestedFilename(), lines: text.trim().split('\r\n') };
  }

  it('a row shows order and parcel, also on a phone, and opens with a click anywhere on it', async () => {
    const page = await signedIn('deliveries');
    await page.setViewportSize(NARROW);
    const row = page.getByRole('row').filter({ hasText: 'onDelivered' }).first();
    for (const text of [ORDER, NUMBER, 'DHL']) await row.getByText(text, { exact: false }).locator('visible=true').first().waitFor();
    await row.click(); // In its middle, beside its link, and only once it rests where it is.
    await page.getByRole('heading', { level: 1, name: 'Delivery of onDelivered' }).waitFor();
    await open('parcels');
    const parcelRow = page.getByRole('row').filter({ hasText: NUMBER });
    await parcelRow.getByText(ORDER).locator('visible=true').first().waitFor();
    await parcelRow.click();
    await page.getByRole('heading', { level: 1, name: NUMBER }).waitFor();
  });

  it('the address filters a list, by time too, and the list’s file contains the filtered rows', async () => {
    const page = await signedIn(`deliveries?receiverId=${mended.receiverId}`);
    const file = await downloaded(page, 'Download CSV');
    expect([file.name, file.lines.length, file.lines[1]?.includes(mended.receiverId)]).toEqual(['deliveries.csv', 2, true]);
    await page.getByRole('button', { name: 'Period: Any time' }).click();
    await page.getByRole('button', { name: 'Last 7 days' }).click();
    await page.getByRole('button', { name: 'Period: Last 7 days' }).click();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByLabel('From').fill('2020-01-01T10:00');
    await page.keyboard.press('Enter');
    await page.waitForURL(/from=2020-01-01T09%3A00/);
    await page.getByLabel('Until').fill('2020-01-02T10:00');
    await page.keyboard.press('Enter');
    await page.getByText('No delivery matches').waitFor();
    await open('parcels?courier=dhl-germany&from=2020-01-01T00:00:00Z');
    const parcels = await downloaded(page, 'Download CSV');
    expect([parcels.name, parcels.lines.length, parcels.lines[1]?.includes(ORDER)]).toEqual(['parcels.csv', 2, true]);
    await page.getByRole('button', { name: 'Period: Since 1 Jan 2020' }).click();
    await page.getByLabel('Until').fill('2020-01-02T10:00');
    await page.keyboard.press('Enter');
    await page.getByText('No parcel matches').waitFor();
    await page.keyboard.press('Escape');
    expect((await downloaded(page, 'Download CSV')).lines).toHaveLength(1);
  });

  it('a parcel shows newest entries first, receivers in one order, earlier attempts, names, and one time zone', async () => {
    await bed.database.query(`UPDATE account SET time_zone = 'America/New_York'`);
    const page = await signedIn(`parcels/dhl-germany/${NUMBER}`);
    const entries = (): Promise<string[]> => page.getByRole('heading', { level: 3 }).allTextContents();
    await page.getByRole('heading', { level: 3, name: 'carrier says Delivered' }).waitFor();
    expect((await entries())[0]).toBe('carrier says Delivered');
    await page.getByText('Germany · W1').waitFor();
    await page.getByText('DHL', { exact: true }).first().waitFor();
    const [delivered] = await deliveriesOf({ receiverId: mended.receiverId, status: 'delivered' });
    const card = page.locator(`[id="${delivered!.eventid}"]`);
    expect(await card.getByRole('link', { name: /^(Mended|Zoo|Archive)$/ }).allTextContents()).toEqual(['Mended', 'Zoo']);
    await card.getByText(/Before: 16 attempts · HTTP 503/).waitFor();
    await card.getByRole('button', { name: '1 receiver is not subscribed' }).click();
    await card.getByRole('link', { name: 'Archive' }).waitFor();
    await page.getByText('Oldest first').click();
    await page.waitForURL(/order=oldest/);
    expect((await entries())[0]).toBe('Order record received');
    await page.getByText('30 Mar 2026, 11:30:00').first().waitFor();
    await page.getByText('Account (America/New York)').click();
    await page.waitForURL(/zone=account/);
    await page.getByText('30 Mar 2026, 05:30:00').first().waitFor();
    await page.getByText('UTC', { exact: true }).click();
    await page.waitForURL(/zone=utc/);
    await page.getByText('30 Mar 2026, 09:30:00').first().waitFor();
    expect(await page.getByText('30 Mar 2026, 11:30:00').count()).toBe(0);
    await open(`parcels/dhl-germany/${NUMBER}?event=onDelivered&receiverId=${mended.receiverId}&zone=utc`);
    const answer = page.getByRole('region', { name: 'Why did a webhook not arrive?' });
    await answer.getByText(/onDelivered was delivered at .*: the receiver answered 2xx/).waitFor();
    expect(await answer.getByText(/\dT\d\d:/).count()).toBe(0);
    await answer.getByRole('link', { name: 'Open the delivery' }).click();
    await page.getByRole('heading', { level: 1, name: 'Delivery of onDelivered' }).waitFor();
    await page.waitForURL(/zone=utc/);
  });

  it('every page can be found and opened by keyboard', async () => {
    const page = await signedIn('');
    await page.keyboard.press('Control+k');
    const palette = page.getByPlaceholder('Go to a page');
    await palette.waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await palette.fill('zoo');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Zoo' }).waitFor();
    await page.keyboard.press('Control+k');
    await palette.fill(ORDER);
    await page.getByText(`Parcel ${NUMBER}`).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: NUMBER }).waitFor();
    await palette.waitFor({ state: 'detached' });
    await page.keyboard.press('Shift+?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    expect(
      await page
        .getByRole('searchbox')
        .first()
        .evaluate((box) => box.matches(':focus')),
    ).toBe(true);
  });

  it('a whole life of test events is sent in order, each with its answer', async () => {
    const page = await signedIn(`receivers/${mended.receiverId}?tab=test`);
    await page.getByRole('button', { name: 'Send the life of a parcel' }).click();
    await page.getByRole('link', { name: 'onDelivered', exact: true }).waitFor();
    const events = await page.getByRole('link', { name: /^on[A-Z]/ }).allTextContents();
    expect(events).toEqual([
      'onCreated',
      'onDispatch',
      'onScheduled',
      'onOutForDelivery',
      'onFailedAttempt',
      'onPickupReady',
      'onDelivered',
    ]);
    expect(await page.getByText(/ · HTTP 2\d\d · /).count()).toBe(events.length);
    await page
      .getByRole('group', { name: 'Command that rehearses the receiver' })
      .getByText(/^parcel-webhooks rehearse https:/)
      .waitFor();
  });

  it('a test shows its signature and how to check it; code and documents are one click away', async () => {
    const page = await signedIn(`receivers/${mended.receiverId}?tab=test`);
    await page.getByRole('button', { name: 'Send test event' }).click();
    const command = await page.getByRole('group', { name: 'Command that recomputes the signature' }).textContent();
    const [, content = ''] = /printf %s '([^]*)' \|\n/.exec(command ?? '') ?? [];
    const [id = '', seconds = '', ...body] = content.split('.');
    const signature = new Webhook(mended.signing.secret).sign(id, new Date(Number(seconds) * 1000), body.join('.'));
    await page.getByText(signature).first().waitFor();
    for (const language of ['Python', 'PHP', 'Java', 'Node']) {
      await page.getByRole('tab', { name: language, exact: true }).click();
      await page.getByRole('group', { name: `Verify the signature in ${language}` }).waitFor();
    }
    await page.getByRole('link', { name: 'Open this delivery' }).click();
    await page.getByText('v1,***').first().waitFor();
    expect(await page.getByText(signature).count()).toBe(0);
    await page.getByRole('link', { name: 'Help' }).click();
    await page.getByRole('heading', { level: 1, name: 'Where is my webhook?' }).waitFor();
    await page.getByRole('navigation', { name: 'All documents' }).getByRole('link', { name: 'Signatures' }).click();
    await page.getByRole('heading', { level: 2, name: 'Python' }).waitFor();
  });

  it('a filter is chosen from the values that parcels have, or typed; a sentence says what it takes, and rows what it leaves out', async () => {
    const { receiverId } = await create('Austria', '/austria');
    const filterOf = async (): Promise<Record<string, string[]>> =>
      (await api(app.url, token).get<{ filter: Record<string, string[]> }>(`/receivers/${receiverId}`)).data.filter;
    const page = await signedIn(`receivers/${receiverId}?tab=settings`);
    const filter = page.getByRole('region', { name: 'Filter' });
    await filter.getByText(/^Takes (\d+) of the last \1 events/).waitFor();
    await filter.getByRole('combobox', { name: 'Courier' }).click();
    await page.getByRole('option', { name: 'DHL (dhl-germany) 1 parcel' }).click();
    await filter.getByRole('combobox', { name: 'Destination country' }).fill('AUT');
    await page.getByRole('option', { name: 'Add “AUT”' }).click();
    await filter.getByText(/^Takes 0 of the last \d+ events/).waitFor();
    await filter.getByRole('button', { name: 'What it leaves out' }).click();
    const leftOut = page.getByRole('table', { name: 'Left out, newest first' });
    await leftOut.getByRole('row', { name: /onDelivered .*Destination country: Germany/ }).waitFor();
    // colours of a dialog that fades in are pale
    await waitFor(() => page.evaluate<boolean>('document.getAnimations().length === 0'));
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await filter.getByRole('combobox', { name: 'Delivery location' }).fill('mars');
    await page.getByText('No such value').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The settings are saved.').first().waitFor();
    expect(await filterOf()).toMatchObject({
      couriers: ['dhl-germany'],
      destinationCountries: ['AUT'],
      clients: [],
      deliveryLocations: [],
    });
    await page.getByText('Courier: DHL · Destination country: Austria').waitFor();
    await open('');
    await page.getByText('Courier: DHL · Destination country: Austria').waitFor();
    await open('receivers/new');
    await page.getByRole('button', { name: 'Only some parcels …' }).click();
    await page.getByRole('combobox', { name: 'Client' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });

  it('documents are accessible and fit the page: light, dark and narrow', async () => {
    await signedIn('help/receivers');
    const documents = ['help/receivers', 'help/signatures', 'help/errors', 'help/nothing'];
    expect(await faultsOf(person, [...documents, `receivers/${mended.receiverId}?tab=credentials`])).toEqual([]);
  });

  const KB = 1000;

  /** Returns the compressed bytes that the current page has loaded of the console; cached files count as zero. */
  const transferred = (page: Page): Promise<number> =>
    page.evaluate<number>(
      `performance.getEntriesByType('resource').filter(({ name }) => new URL(name).pathname.startsWith('/console/')).reduce((sum, { transferSize }) => sum + transferSize, 0)`,
    );

  it('the first view loads at most 266 kB, and each further view at most 60 kB', async () => {
    person = await browser.person();
    const { page } = person;
    await signIn(person, { url: app.url, ...token });
    await untilAtRest(person);
    const loaded: Record<string, number> = { overview: await transferred(page) };
    const views = [
      'deliveries',
      'parcels',
      `parcels/dhl-germany/${NUMBER}`,
      `receivers/${mended.receiverId}`,
      `receivers/${mended.receiverId}?tab=settings`,
      'recover',
      'catalogue',
      'access',
      'help/receivers',
    ];
    for (const view of views) {
      await open(view);
      loaded[view] = await transferred(page);
    }
    const before = await transferred(page);
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Go to a page').waitFor();
    loaded['palette'] = (await transferred(page)) - before;
    process.stdout.write(`loaded, bytes: ${JSON.stringify(loaded)}\n`);
    const { overview, ...others } = loaded;
    expect(overview).toBeLessThanOrEqual(266 * KB);
    expect(Object.entries(others).filter(([, size]) => size > 60 * KB)).toEqual([]);
  });
});
