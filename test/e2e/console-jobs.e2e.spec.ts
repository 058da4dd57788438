// Nine jobs of a person who runs a shop, measured in clicks from the overview.
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { parcel } from '../builders/parcel.js';
import { api, type CreatedToken } from '../support/api.js';
import type { App } from '../support/app.js';
import { BROWSER, type Person, turnClockUntilShown, useBrowser, WITHOUT_BROWSER } from '../support/console.js';
import { makeEventsOlder } from '../support/database.js';
import type { TestReceiver } from '../support/receiver.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

if (BROWSER === undefined) process.stdout.write(`test/e2e/console-jobs is left out: ${WITHOUT_BROWSER}\n`);

const PARCELS = 3;
const NUMBER = 'JOB4711';
const ORDER = `O-${NUMBER}`;
const bed = useTestBed({ env: { RETRY_DELAY_MS: '50' } });
let app: App;
let token: CreatedToken;
let receiver: TestReceiver;
const browser = useBrowser();
let person: Person;
let shopId: string;
let clicks = 0;

async function click(target: Locator): Promise<void> {
  await target.click();
  clicks++;
}

async function overview(): Promise<Page> {
  person = await browser.signedIn({ url: app.url, ...token }, { turnsClock: true });
  await person.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  clicks = 0;
  return person.page;
}

/** Waits until all deliveries of the round have failed and the statistics include them. */
const untilFailed = (round: number): Promise<unknown> =>
  waitFor(
    async () => {
      const { data } = await api(app.url, token).get<{ health: { stillFailed: number } }>(`/receivers/${shopId}`);
      const params = { receiverId: shopId, status: 'exhausted' };
      const failed = await api(app.url, token).get<{ deliveries: readonly { round: number }[] }>('/deliveries', { params });
      return data.health.stillFailed === PARCELS && failed.data.deliveries.filter((each) => each.round === round).length === PARCELS;
    },
    { what: `deliveries that failed in round ${round}` },
  );

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox').first().fill(text);
  await page.keyboard.press('Enter');
}

const needs = (page: Page): Locator => page.getByRole('region', { name: 'Needs attention' });
const menu = (page: Page, name: string): Locator => page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name });

(BROWSER === undefined ? describe.skip : describe)('clicks from the overview', () => {
  beforeAll(async () => {
    receiver = await bed.startReceiver();
    receiver.behave('/shop', { kind: 'answer', status: 500, body: 'the shop is closed' });
    [app] = await Promise.all([bed.startApp('token-api'), bed.startApp('event-builder'), bed.startApp('webhook-sender')]);
    token = await bed.createAccountAndToken();
    const shop = { name: 'Shop', url: receiver.url('/shop') };
    const { data } = await api(app.url, token).post<{ receiverId: string }>('/receivers', shop);
    const records = [{ trackingNumber: NUMBER }, {}, {}].map((options) => parcel({ account: 1, ...options }).record());
    await bed.publish('records', records);
    shopId = data.receiverId;
    await untilFailed(1);
  });

  it('0: see which receiver fails, and why', async () => {
    const page = await overview();
    await needs(page)
      .getByText(/500 Internal Server Error.*, 3 not delivered/)
      .waitFor();
    expect(clicks).toBe(0);
  });

  it('1: read the receiver’s last response', async () => {
    const page = await overview();
    await click(needs(page).getByRole('link', { name: 'Open Shop' }));
    await page.getByRole('region', { name: 'Last response' }).getByText('the shop is closed').first().waitFor();
    expect(clicks).toBeLessThanOrEqual(1);
  });

  it('0: find a parcel by its order', async () => {
    const page = await overview();
    await search(page, ORDER);
    await page.getByRole('heading', { level: 1, name: NUMBER }).waitFor();
    expect(clicks).toBe(0);
  });

  it('2: find out why onDelivered did not come', async () => {
    const page = await overview();
    await search(page, ORDER);
    const question = page.getByRole('region', { name: 'Why did a webhook not arrive?' });
    await click(question.getByPlaceholder('Choose an event'));
    await click(page.getByRole('option', { name: 'onDelivered' }));
    await question
      .getByRole('alert')
      .getByText(/onDelivered/)
      .first()
      .waitFor();
    expect(clicks).toBeLessThanOrEqual(2);
  });

  it('5: create and test a receiver, and copy the code that verifies its webhooks', async () => {
    const page = await overview();
    await click(page.getByRole('link', { name: 'New receiver' }));
    await page.getByLabel('URL').fill(receiver.url('/new'));
    await click(page.getByRole('button', { name: 'Create receiver' }));
    await click(page.getByRole('link', { name: 'Send a test event' }));
    await click(page.getByRole('button', { name: 'Send test event' }));
    await page.getByRole('group', { name: 'Verify the signature in Node' }).waitFor();
    await click(page.getByRole('button', { name: /^Copy import/ }));
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toContain('nodeHandler(receiver)');
    expect(clicks).toBeLessThanOrEqual(5);
  });

  it('4: create a link that lets a colleague look', async () => {
    const page = await overview();
    await click(menu(page, 'Access'));
    await click(page.getByRole('tab', { name: 'Links' }));
    await click(page.getByRole('button', { name: 'Create link' }));
    expect(await page.getByRole('status').getByRole('textbox').inputValue()).toMatch(/\/console\/#code=/);
    expect(clicks).toBeLessThanOrEqual(4);
  });

  it('4: send the last hour again to all receivers that failed', async () => {
    const page = await overview();
    await click(menu(page, 'Recover'));
    await click(page.getByRole('button', { name: 'Last hour' }));
    await click(page.getByRole('button', { name: `Send ${PARCELS} webhooks` }));
    await click(page.getByRole('button', { name: 'Send now' }));
    await page.getByRole('heading', { level: 1, name: 'Sent again' }).waitFor();
    expect(clicks).toBeLessThanOrEqual(4);
    await untilFailed(2);
  });

  it('4: correct the URL and send the failed deliveries', async () => {
    const page = await overview();
    await click(needs(page).getByRole('link', { name: 'Open Shop' }));
    await click(page.getByRole('tab', { name: 'Settings' }));
    await page.getByLabel('URL').fill(receiver.url('/mended'));
    await click(page.getByRole('button', { name: 'Save' }));
    await click(page.getByRole('button', { name: 'Send now' }));
    await turnClockUntilShown(page.getByText(`${PARCELS} of ${PARCELS} delivered.`));
    expect(receiver.requests('/mended')).toHaveLength(PARCELS);
    expect(clicks).toBeLessThanOrEqual(4);
  });

  it('4: send everything that was missed to all receivers: failed, cancelled and never sent in one run', async () => {
    const all = 2 * PARCELS + 2;
    await api(app.url, token).post('/receivers', { name: 'Late', url: receiver.url('/late') });
    await makeEventsOlder(bed.database);
    for (const status of ['exhausted', 'cancelled'])
      await bed.database.query(
        `UPDATE delivery SET status = $1 WHERE delivery_id = (SELECT delivery_id FROM delivery WHERE receiver_id = $2 AND status = 'delivered' LIMIT 1)`,
        [status, shopId],
      );
    const page = await overview();
    await click(menu(page, 'Recover'));
    await click(page.getByRole('button', { name: 'All receivers' }));
    await page.getByText(`Failed: 1 · Cancelled: 1 · Never sent: ${2 * PARCELS}`).waitFor(); // An earlier test has made a receiver, too.
    await click(page.getByRole('button', { name: `Send ${all} webhooks` }));
    await click(page.getByRole('button', { name: 'Send now' }));
    await turnClockUntilShown(page.getByText(`${all} of ${all} delivered.`));
    const orders = page.getByRole('table', { name: 'What was sent, by receiver' }).getByRole('row');
    const headAndReceivers = 1 + 3;
    await waitFor(async () => (await orders.filter({ hasText: 'Delivered' }).count()) === headAndReceivers, { what: 'three receivers' });
    await orders.filter({ hasText: 'Failed: 1 · Cancelled: 1' }).waitFor();
    expect(receiver.requests('/late')).toHaveLength(PARCELS);
    expect(clicks).toBeLessThanOrEqual(4);
  });
});
