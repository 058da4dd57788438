// An account with more receivers than one order accepts, and a parcel with more deliveries than one page shows.
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { parcel } from '../builders/parcel.js';
import { api, type CreatedToken } from '../support/api.js';
import type { App } from '../support/app.js';
import { BROWSER, type Person, untilAtRest, useBrowser, WITHOUT_BROWSER } from '../support/console.js';
import type { TestReceiver } from '../support/receiver.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

if (BROWSER === undefined) process.stdout.write(`test/e2e/console-many is left out: ${WITHOUT_BROWSER}\n`);

const bed = useTestBed({ env: { RETRY_DELAY_MS: '50' } });
const RECEIVERS = 60;
const EVENTS = 4;
const told = parcel({ account: 1 });
let app: App;
let token: CreatedToken;
let receiver: TestReceiver;
const browser = useBrowser();
let person: Person;

(BROWSER === undefined ? describe.skip : describe)(`${RECEIVERS} receivers in the console`, () => {
  beforeAll(async () => {
    receiver = await bed.startReceiver();
    [app] = await Promise.all([bed.startApp('token-api'), bed.startApp('event-builder'), bed.startApp('webhook-sender')]);
    token = await bed.createAccountAndToken();
    for (let n = 0; n < RECEIVERS; n++) {
      const name = `R${String(n).padStart(2, '0')}`;
      await api(app.url, token).post('/receivers', { name, url: receiver.url('/shop') });
    }
    await bed.publish('records', [told.record()]);
    await bed.publish('scans', [
      told.scan('InboundScan', '2026-03-28T21:00:00+01:00'),
      told.scan('OutForDelivery', '2026-03-30T08:00:00+02:00'),
      told.scan('Delivered', '2026-03-30T11:30:00+02:00'),
    ]);
    await waitFor(() => receiver.requests('/shop').length >= RECEIVERS * EVENTS, { what: 'all webhooks' });
  });

  const signedIn = async (path: string): Promise<Page> => {
    person = await browser.signedIn({ url: app.url, ...token, path });
    return person.page;
  };

  it('a delivery of a parcel does not count as not sent only because it is on a later page', async () => {
    const page = await signedIn(`parcels/acme-express/${told.trackingNumber}?order=oldest`);
    await page.getByText('onCreated', { exact: true }).first().waitFor();
    await untilAtRest(person);
    await page.getByText('1 attempt').first().waitFor();
    expect(await page.getByText('Not sent').count()).toBe(0);
  });

  it('Recover names the receivers that it leaves for the next order', async () => {
    const page = await signedIn('recover?receiverId=none');
    await page.getByRole('button', { name: '50 of 60 receivers' }).click();
    await page.getByText('These are 50 of 60 receivers').waitFor();
    expect(new URL(page.url()).searchParams.get('receiverId')?.split(',')).toHaveLength(50);
  });

  it('a page that failed to load is requested again only when a person asks for it', async () => {
    const page = await signedIn('deliveries');
    const rows = page.getByRole('row');
    await rows.nth(2).waitFor();
    await bed.database.query('ALTER TABLE delivery RENAME TO delivery_away');
    const pagesAsked = (): number => person.asked.filter((url) => new URL(url).searchParams.has('cursor')).length;
    await page.evaluate(`(() => { const box = document.querySelector('table').parentElement; box.scrollTop = box.scrollHeight; })()`);
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    const asked = pagesAsked();
    await page.evaluate(`(() => { const box = document.querySelector('table').parentElement; box.scrollTop -= 50; })()`);
    await page.getByRole('status').getByText('200+ rows').waitFor();
    await untilAtRest(person);
    expect(pagesAsked()).toBe(asked);
    await bed.database.query('ALTER TABLE delivery_away RENAME TO delivery');
    await again.click();
    await page.getByText(`${RECEIVERS * EVENTS} rows`).waitFor();
  });
});
