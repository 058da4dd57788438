// The console shows a receiver that fails, whose failures are sent again, and a receiver that is switched off. Numbers agree across pages,
// and nothing is lost silently.
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { parcel } from '../builders/parcel.js';
import { api, type CreatedToken } from '../support/api.js';
import type { App } from '../support/app.js';
import { BROWSER, openView, type Person, turnClockUntilShown, useBrowser, WITHOUT_BROWSER } from '../support/console.js';
import { makeEventsOlder } from '../support/database.js';
import type { TestReceiver } from '../support/receiver.js';
import { useTestBed } from '../support/test-bed.js';
import { sentEarlier } from '../support/topics.js';
import { waitFor } from '../support/wait-for.js';

if (BROWSER === undefined) process.stdout.write(`test/e2e/console-health is left out: ${WITHOUT_BROWSER}\n`);

const bed = useTestBed({ env: { RETRY_DELAY_MS: '50' } });
const FAILURES = 74;
let app: App;
let token: CreatedToken;
let receiver: TestReceiver;
let receiverId: string;
const browser = useBrowser();
let person: Person;

interface Health {
  readonly state: string;
  readonly stillFailed: number;
  readonly last24h: { readonly failed: number; readonly delivered: number };
}
const health = async (): Promise<Health> => (await api(app.url, token).get<{ health: Health }>(`/receivers/${receiverId}`)).data.health;

/** Each record becomes one onCreated. */
const publishRecords = (count: number): Promise<void> =>
  bed.publish('records', sentEarlier(Array.from({ length: count }, () => parcel({ account: 1 }).record())));

(BROWSER === undefined ? describe.skip : describe)('the health of a receiver in the console', () => {
  beforeAll(async () => {
    receiver = await bed.startReceiver();
    receiver.behave('/shop', { kind: 'answer', status: 500, body: 'the shop is closed' });
    [app] = await Promise.all([bed.startApp('token-api'), bed.startApp('event-builder'), bed.startApp('webhook-sender')]);
    token = await bed.createAccountAndToken();
    const made = await api(app.url, token).post<{ receiverId: string }>('/receivers', { name: 'Shop', url: receiver.url('/shop') });
    receiverId = made.data.receiverId;
    await publishRecords(FAILURES);
    await waitFor(async () => (await health()).stillFailed === FAILURES && (await health()).state === 'failing', {
      what: 'all deliveries to be exhausted',
    });
  });

  it('the overview says why a receiver fails and sends the failed deliveries again; overview and receiver page show the same numbers', async () => {
    person = await browser.signedIn({ url: app.url, ...token }, { turnsClock: true });
    const { page } = person;
    const need = page.getByRole('region', { name: 'Needs attention' });
    await need.getByText('Failing').waitFor();
    await need.getByText(/^500 Internal Server Error since .*\d\d:\d\d, 74 not delivered$/).waitFor();
    expect(await tile(page, 'Not delivered')).toContain(String(FAILURES));
    await need.getByRole('link', { name: 'Open Shop' }).click();
    await shown(page, `${FAILURES} not delivered`);
    await page.getByRole('region', { name: 'Last response' }).getByText('the shop is closed').first().waitFor();
    const failures = page.getByRole('table', { name: 'Newest deliveries that failed' }).getByRole('row');
    await failures.first().waitFor();
    expect(await failures.count()).toBe(5);

    receiver.behave('/shop', { kind: 'answer', status: 204 });
    await open('');
    await page.getByRole('button', { name: 'Send again to Shop' }).click();
    await page.getByText(`${FAILURES} failed: send them now?`).waitFor();
    await page.getByRole('button', { name: 'Send now' }).click();
    await turnClockUntilShown(page.getByText(`${FAILURES} of ${FAILURES} delivered.`));
    await waitFor(async () => (await health()).last24h.delivered === FAILURES, { what: 'the redeliveries' });
    expect(await health()).toMatchObject({ state: 'healthy', stillFailed: 0, last24h: { failed: FAILURES } });

    await open(`receivers/${receiverId}`);
    await page.getByText('No delivery has failed for good.').waitFor();
    await page.getByText(`${FAILURES} delivered, ${FAILURES} failed`).waitFor();
    expect(await page.getByText(/\d not delivered/).count()).toBe(0);
    await open('');
    await shown(page, 'Healthy');
    expect(await tile(page, 'Not delivered')).toMatch(/Not delivered0No delivery has failed for good/);
    expect(await page.getByText(/\d not delivered/).count()).toBe(0);
    expect(await page.getByRole('region', { name: 'Needs attention' }).count()).toBe(0);
  });

  it('asks before it switches a receiver off, and later offers to send the events that were missed', async () => {
    const witness = { name: 'Witness', url: receiver.url('/witness') };
    await api(app.url, token).post('/receivers', witness);
    person = await browser.signedIn({ url: app.url, ...token, path: `receivers/${receiverId}` });
    const { page } = person;
    await page.getByRole('button', { name: 'Switch off', exact: true }).click();
    await page.getByText('Nothing is sent to a receiver that is switched off.').waitFor();
    expect((await health()).state).toBe('healthy');
    await page.getByRole('button', { name: 'Switch the receiver off' }).click();
    await page.getByText('You switched it off').waitFor();

    // The records were sent a minute ago, and no event from before the receiver was created counts as missed.
    await bed.database.query(`UPDATE receiver SET created_at = created_at - interval '1 hour'`);
    const before = receiver.requests('/shop').length;
    await page.reload();
    await publishRecords(12);
    await waitFor(() => receiver.requests('/witness').length === 12, { what: 'the events that came meanwhile, for another receiver' });
    await page.getByRole('button', { name: 'Switch on' }).click();
    await page.getByText('The service counts what the receiver missed').waitFor();
    await publishRecords(1);
    await waitFor(() => receiver.requests('/shop').length > before, { what: 'the sender to know that the receiver is on' });
    expect(receiver.requests('/shop')).toHaveLength(before + 1);
    await makeEventsOlder(bed.database);
    await page.clock.fastForward(15_000); // The page counts once the statistics include the events of the last seconds.
    await page.getByText('12 events were missed: send them now?').waitFor();
    await page.getByRole('button', { name: 'Send now' }).click();
    await turnClockUntilShown(page.getByText('12 of 12 delivered.'));
    expect(receiver.requests('/shop')).toHaveLength(before + 1 + 12);
  });

  /** A row of the overview contains its parts twice: for wide and for narrow pages. */
  const shown = (page: Page, text: string): Promise<void> => page.getByText(text).filter({ visible: true }).first().waitFor();

  /** Returns the text of a tile of the overview. */
  const tile = async (page: Page, label: string): Promise<string> =>
    (await page.getByText(label, { exact: true }).first().locator('xpath=..').textContent()) ?? '';

  const open = (view: string): Promise<void> => openView(person, app.url, view);
});
