// Several receivers in the console: data of one receiver never shows under another, and a receiver that refuses does not stop the others.
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { parcel } from '../builders/parcel.js';
import { api, type CreatedToken } from '../support/api.js';
import type { App } from '../support/app.js';
import { BROWSER, type Person, turnClockUntil, turnClockUntilShown, useBrowser, WITHOUT_BROWSER } from '../support/console.js';
import type { TestReceiver } from '../support/receiver.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

if (BROWSER === undefined) process.stdout.write(`test/e2e/console-several is left out: ${WITHOUT_BROWSER}\n`);

const bed = useTestBed({ env: { RETRY_DELAY_MS: '50' } });
const PARCELS = 2;
const NAMES = ['Alpha', 'Beta', 'Gamma'] as const;
let app: App;
let token: CreatedToken;
let receiver: TestReceiver;
const browser = useBrowser();
let person: Person;

interface Listed {
  readonly receiverId: string;
  readonly name: string;
  readonly health: { readonly stillFailed: number };
}

const listed = async (): Promise<readonly Listed[]> =>
  (await api(app.url, token).get<{ receivers: readonly Listed[] }>('/receivers')).data.receivers;
const idOf = async (name: string): Promise<string> => (await listed()).find((each) => each.name === name)!.receiverId;

(BROWSER === undefined ? describe.skip : describe)('several receivers in the console', () => {
  beforeAll(async () => {
    receiver = await bed.startReceiver();
    [app] = await Promise.all([bed.startApp('token-api'), bed.startApp('event-builder'), bed.startApp('webhook-sender')]);
    token = await bed.createAccountAndToken();
    for (const name of NAMES) {
      receiver.behave(`/${name}`, { kind: 'answer', status: 401, body: 'who are you?' });
      await api(app.url, token).post('/receivers', { name, url: receiver.url(`/${name}`) });
    }
    await bed.publish(
      'records',
      Array.from({ length: PARCELS }, () => parcel({ account: 1 }).record()),
    );
    await waitFor(async () => (await listed()).every(({ health }) => health.stillFailed === PARCELS), {
      what: 'all deliveries to be exhausted',
    });
  });

  const signedIn = async (path = ''): Promise<Page> => {
    person = await browser.signedIn({ url: app.url, ...token, path }, { turnsClock: true });
    return person.page;
  };

  /** Opens a page with the command palette, without a reload, so the page keeps its cached data. */
  async function openByKeys(page: Page, name: string): Promise<void> {
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Go to a page').fill(name);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.getByPlaceholder('Go to a page').waitFor({ state: 'detached' });
  }

  it('a new signing secret shows under its own receiver only', async () => {
    const page = await signedIn();
    const secret = page.getByText(/^whsec_/);
    await openByKeys(page, 'Beta');
    await page.getByRole('tab', { name: 'Credentials' }).click();
    await openByKeys(page, 'Alpha');
    await page.getByRole('tab', { name: 'Credentials' }).click();
    await page.getByRole('button', { name: 'Rotate secret' }).click();
    await secret.first().waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Beta' }).waitFor();
    await page.getByRole('button', { name: 'Rotate secret' }).waitFor();
    expect(await secret.count()).toBe(0);
  });

  it('Recover sends exactly what the overview counts as not delivered; a receiver that refuses stops no other', async () => {
    for (const name of ['Beta', 'Gamma']) receiver.behave(`/${name}`, { kind: 'answer', status: 204 });
    const page = await signedIn();
    const before = receiver.requests('/Beta').length;
    await page.getByRole('main').getByRole('link', { name: 'Recover' }).click();
    await page.getByText(`${3 * PARCELS} webhooks would be sent`).waitFor();
    const from = Date.parse(new URL(page.url()).searchParams.get('from') ?? '');
    await page.getByRole('button', { name: `Send ${3 * PARCELS} webhooks` }).click();
    await page.getByRole('button', { name: 'Send now' }).waitFor();
    await api(app.url, token).patch(`/receivers/${await idOf('Alpha')}`, { enabled: false });
    await page.getByRole('button', { name: 'Send now' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sent again' }).waitFor();
    await page
      .getByRole('alert')
      .filter({ hasText: 'Nothing is sent to 1 receiver' })
      .getByText(/^Alpha: /)
      .waitFor();
    await turnClockUntilShown(page.getByText(`${2 * PARCELS} of ${2 * PARCELS} delivered.`));
    expect(receiver.requests('/Beta')).toHaveLength(before + PARCELS);
    expect((Date.now() - from) / 86_400_000).toBeGreaterThan(119);
  });

  it('a receiver that was deleted meanwhile is named, and the others are counted', async () => {
    const ids = [await idOf('Beta'), await idOf('Gamma')];
    const page = await signedIn(`recover?receiverId=${ids.join(',')}&status=cancelled`);
    await page.getByText('Nothing to send').waitFor();
    await api(app.url, token).delete(`/receivers/${ids[0]}`);
    await page.getByText('Delivered', { exact: true }).first().click();
    await page
      .getByRole('alert')
      .filter({ hasText: 'Nothing is sent to 1 receiver' })
      .getByText(/^Beta: /)
      .waitFor();
    await page.getByText(`${PARCELS} webhooks would be sent`).waitFor();
  });

  it('after new credentials the console offers to send what failed', async () => {
    const receiverId = await idOf('Alpha');
    await api(app.url, token).patch(`/receivers/${receiverId}`, { enabled: true });
    receiver.behave('/Alpha', { kind: 'answer', status: 204 });
    const page = await signedIn(`receivers/${receiverId}?tab=credentials`);
    await page.getByRole('region', { name: 'Credentials for your server' }).getByRole('button', { name: 'Replace' }).click();
    await page.getByRole('button', { name: 'Replace credentials' }).click();
    await page.getByText(`${PARCELS} failed: send them now?`).waitFor();
    await page.getByRole('button', { name: 'Send now' }).click();
    await turnClockUntilShown(page.getByText(`${PARCELS} of ${PARCELS} delivered.`));
  });

  it('deliveries that a person selects and sends again are followed', async () => {
    const seen = Promise.withResolvers<void>();
    receiver.behave('/Gamma', { kind: 'answer', status: 204, after: seen.promise });
    const page = await signedIn(`deliveries?receiverId=${await idOf('Gamma')}`);
    await page.getByRole('checkbox', { name: 'Select all loaded rows' }).click();
    await page.getByRole('button', { name: `Send again (${PARCELS})` }).click();
    const pending = page.getByRole('row').getByText('Pending');
    await pending.first().waitFor();
    seen.resolve();
    await turnClockUntilShown(page.getByText(`${PARCELS} of ${PARCELS} delivered.`));
    await turnClockUntil(page, async () => (await pending.count()) === 0, 'all rows to have ended');
  });

  it('deliveries that switching off cancels are counted in the row of their order and in its sentence', async () => {
    const receiverId = await idOf('Gamma');
    const before = receiver.requests('/Gamma').length;
    // The receiver is switched off before any second attempt gets its answer.
    const off = Promise.withResolvers<void>();
    const failing = { kind: 'answer', status: 500 } as const;
    const first = Array.from({ length: before + PARCELS - 1 }, () => failing);
    receiver.behave('/Gamma', { kind: 'turns', turns: [failing, ...first, { ...failing, after: off.promise }] });
    const body = { status: 'delivered', from: new Date(Date.now() - 3_600_000).toISOString() };
    const order = await api(app.url, token).post<{ redeliveryId: string }>(`/receivers/${receiverId}/redeliver`, body);
    await waitFor(() => receiver.requests('/Gamma').length >= before + PARCELS, { what: 'the first attempts' });
    await api(app.url, token).patch(`/receivers/${receiverId}`, { enabled: false });
    off.resolve();
    const page = await signedIn(`recover?redeliveryId=${order.data.redeliveryId}`);
    await turnClockUntilShown(page.getByText(`${PARCELS} failed again`));
    await page
      .getByRole('table')
      .getByRole('link', { name: `${PARCELS} cancelled` })
      .click();
    await page.getByRole('heading', { level: 1, name: 'Deliveries' }).waitFor();
    await page.getByText(`${PARCELS} rows`).waitFor();
  });
});
