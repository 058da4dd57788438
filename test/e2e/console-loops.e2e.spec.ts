// A person corrects things without leaving the page: the traffic leads to deliveries, and missed events are sent and followed.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { parcel } from '../builders/parcel.js';
import { api, type CreatedToken } from '../support/api.js';
import type { App } from '../support/app.js';
import { BROWSER, type Person, signIn, turnClockUntilShown, useBrowser, WITHOUT_BROWSER } from '../support/console.js';
import { makeEventsOlder } from '../support/database.js';
import type { TestReceiver } from '../support/receiver.js';
import { useTestBed } from '../support/test-bed.js';
import { sentEarlier } from '../support/topics.js';
import { waitFor } from '../support/wait-for.js';

if (BROWSER === undefined) process.stdout.write(`test/e2e/console-loops is left out: ${WITHOUT_BROWSER}\n`);

const bed = useTestBed({ env: { RETRY_DELAY_MS: '50' } });
const PARCELS = 3;
let app: App;
let token: CreatedToken;
let receiver: TestReceiver;
const browser = useBrowser();
let person: Person;

const createReceiver = async (name: string): Promise<string> => {
  const answer = await api(app.url, token).post<{ receiverId: string }>('/receivers', { name, url: receiver.url(`/${name}`) });
  return answer.data.receiverId;
};

(BROWSER === undefined ? describe.skip : describe)('the loops of the console', () => {
  let first: string;

  beforeAll(async () => {
    receiver = await bed.startReceiver();
    [app] = await Promise.all([bed.startApp('token-api'), bed.startApp('event-builder'), bed.startApp('webhook-sender')]);
    token = await bed.createAccountAndToken();
    await bed.database.query(`UPDATE account SET name = 'Blue Shoes' WHERE account_id = $1`, [token.user]);
    await bed.database.query(`UPDATE api_token SET note = 'Anna' WHERE token_id = $1`, [token.tokenId]);
    first = await createReceiver('first');
    await bed.publish('records', sentEarlier(Array.from({ length: PARCELS }, () => parcel({ account: 1 }).record())));
    await waitFor(() => receiver.requests('/first').length === PARCELS, { what: 'the first webhooks' });
    await makeEventsOlder(bed.database);
  });

  it('the traffic of an hour, a day or a week leads to its deliveries, also by keyboard', async () => {
    person = await browser.signedIn({ url: app.url, ...token }, { turnsClock: true });
    const { page } = person;
    const bars = page.getByRole('group', { name: 'Traffic' }).getByRole('link');
    await bars.first().waitFor();
    expect(await bars.count()).toBe(24);
    await page.getByText('Times are in Europe/Berlin').waitFor();
    await page.getByText('Week', { exact: true }).click();
    await waitFor(async () => (await bars.count()) === 7);
    expect(new URL(page.url()).searchParams.get('range')).toBe('week');
    await bars.last().focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Deliveries' }).waitFor();
    const search = new URL(page.url()).searchParams;
    const days = (Date.parse(search.get('to') ?? '') - Date.parse(search.get('from') ?? '')) / 86_400_000;
    expect(days).toBeCloseTo(1, 0);
    await page.getByRole('row').filter({ hasText: 'onCreated' }).first().waitFor();
  });

  it('the corner shows the account and the person', async () => {
    person = await browser.signedIn({ url: app.url, ...token });
    await person.page.getByRole('button', { name: 'Blue Shoes Anna' }).click();
    await person.page.getByText('Signed in with “Anna”').waitFor();
  });

  it('a new receiver is offered the events from before its creation', async () => {
    person = await browser.signedIn({ url: app.url, ...token, path: 'receivers/new' });
    const { page } = person;
    await page.getByLabel('URL').fill(receiver.url('/newcomer'));
    await page.getByRole('button', { name: 'Create receiver' }).click();
    await page.getByRole('button', { name: `Send ${PARCELS} events …` }).click();
    await page.getByText(`${PARCELS} events occurred in the last 24 hours: send them now?`).waitFor();
    await page.getByRole('button', { name: 'Send now' }).click();
    await turnClockUntilShown(page.getByText(`${PARCELS} of ${PARCELS} delivered.`));
    expect(receiver.requests('/newcomer')).toHaveLength(PARCELS);
    await page.getByRole('dialog').getByRole('button').filter({ hasText: 'Close' }).click();
    await page.getByRole('button', { name: `Send ${PARCELS} events …` }).waitFor({ state: 'detached' });
  });

  it('Recover sends to several receivers and shows the result of each, even when the browser’s clock is slow', async () => {
    const second = await createReceiver('second');
    person = await browser.person();
    const { page } = person;
    await page.clock.install({ time: Date.now() - 5 * 60_000 });
    await signIn(person, { url: app.url, ...token, path: `recover?receiverId=${first},${second}&status=missing` });
    await page.getByText(`${PARCELS} webhooks would be sent`).waitFor();
    await page.getByText('Delivered', { exact: true }).first().click();
    await page.getByText(`${2 * PARCELS} webhooks would be sent`).waitFor();
    await page.getByText('Never sent', { exact: true }).first().click();
    await page.getByText(`${PARCELS} webhooks would be sent`).waitFor(); // to the first receiver only
    const before = receiver.requests('/first').length;
    await page.getByRole('button', { name: `Send ${PARCELS} webhooks` }).click();
    await page.getByRole('button', { name: 'Send now' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sent again' }).waitFor();
    await turnClockUntilShown(page.getByText(`${PARCELS} of ${PARCELS} delivered.`));
    expect(receiver.requests('/first')).toHaveLength(before + PARCELS);

    await page.goto(`${app.url}/console/recover?status=missing`);
    await page.getByText(`${PARCELS} webhooks would be sent`).waitFor();
    await page.getByRole('button', { name: `Send ${PARCELS} webhooks` }).click();
    await page.getByRole('button', { name: 'Send now' }).click();
    await page.getByRole('table', { name: 'What was sent, by receiver' }).getByRole('link', { name: 'second' }).waitFor();
    await turnClockUntilShown(page.getByText(`${PARCELS} of ${PARCELS} delivered.`));
    expect(receiver.requests('/second')).toHaveLength(PARCELS);
  });
});
