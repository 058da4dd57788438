// The console with the whole pipeline in a real browser: every view as a person sees it, and the story of a receiver that fails and is
// corrected.
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { freePorts } from '../../scripts/stack/free-ports.js';
import { parcel } from '../builders/parcel.js';
import { api, type CreatedToken } from '../support/api.js';
import type { App } from '../support/app.js';
import {
  BROWSER,
  openView,
  type Person,
  signIn,
  turnClockUntil,
  turnClockUntilShown,
  untilAtRest,
  useBrowser,
  WITHOUT_BROWSER,
} from '../support/console.js';
import { makeEventsOlder } from '../support/database.js';
import { faultsOf, violationsOf } from '../support/looks.js';
import type { TestReceiver } from '../support/receiver.js';
import { useTestBed } from '../support/test-bed.js';
import { sentEarlier } from '../support/topics.js';
import { waitFor } from '../support/wait-for.js';

if (BROWSER === undefined) process.stdout.write(`test/e2e/console is left out: ${WITHOUT_BROWSER}\n`);

const bed = useTestBed({ env: { RETRY_DELAY_MS: '50', NOTIFICATIONS_POLL_MS: '300' } });
const known = parcel({ account: 1, trackingNumber: '00340434161094020028', language: 'de' });
let app: App;
let token: CreatedToken;
let receiver: TestReceiver;
const browser = useBrowser();
let person: Person;

interface Listed {
  readonly deliveries: readonly { readonly deliveryId: string; readonly status: string }[];
}

const createReceiver = async (name: string, path: string, more = {}): Promise<string> => {
  const answer = await api(app.url, token).post<{ receiverId: string }>('/receivers', { name, url: receiver.url(path), ...more });
  return answer.data.receiverId;
};
const deliveriesOf = async (receiverId: string, status: string): Promise<Listed['deliveries']> =>
  (await api(app.url, token).get<Listed>('/deliveries', { params: { receiverId, status } })).data.deliveries;

const notifications = async (): Promise<readonly unknown[]> =>
  (await api(app.url, token).get<{ notifications: readonly unknown[] }>('/notifications')).data.notifications;

(BROWSER === undefined ? describe.skip : describe)('the console', () => {
  let refusing: string;
  let failedDeliveryId: string;

  beforeAll(async () => {
    receiver = await bed.startReceiver();
    receiver.behave('/refuses', { kind: 'answer', status: 500, body: 'the shop is closed' });
    [app] = await Promise.all([bed.startApp('token-api'), bed.startApp('event-builder'), bed.startApp('webhook-sender')]);
    token = await bed.createAccountAndToken();
    await createReceiver('Shop', '/shop');
    refusing = await createReceiver('Portal', '/refuses', { events: ['onDelivered'] });
    await bed.publish('records', sentEarlier([known.record({ links: { tracking_link: 'https://user:pw@carrier.example/1' } })]));
    const scans = [
      known.scan('InboundScan', '2026-03-28T21:00:00+01:00', { eta: { start_date: '2026-03-30' } }),
      known.scan('Delivered', '2026-03-30T11:30:00+02:00'),
    ];
    await bed.publish('scans', sentEarlier(scans));
    failedDeliveryId = (await waitFor(async () => (await deliveriesOf(refusing, 'exhausted'))[0])).deliveryId;
    // The overview lists the notification.
    await waitFor(async () => (await notifications()).length > 0);
  });

  const signedIn = async (path = ''): Promise<Page> => {
    person = await browser.signedIn({ url: app.url, ...token, path });
    return person.page;
  };
  const open = (view: string): Promise<void> => openView(person, app.url, view);

  const views = (): readonly string[] => [
    '',
    'search?q=nothing-like-this',
    'parcels',
    'parcels/acme-express/00340434161094020028',
    'deliveries',
    `deliveries/${failedDeliveryId}`,
    'receivers/new',
    ...['', '?tab=settings', '?tab=credentials', '?tab=test', '?tab=checklist'].map((tab) => `receivers/${refusing}${tab}`),
    'recover',
    'catalogue?event=onDelivered',
    ...['tokens', 'links', 'sessions', 'audit', 'addresses'].map((tab) => `access?tab=${tab}`),
  ];

  it('every view is drawn, fits the page and is accessible: light, dark and narrow', async () => {
    await signedIn();
    expect(await faultsOf(person, views())).toEqual([]);
  });

  it('Recover opens with the receivers that failed, and names orders and parcels; the search box keeps the text of the search view', async () => {
    const page = await signedIn('recover');
    await page.getByText('1 webhook would be sent').waitFor();
    const rows = page.getByRole('table', { name: 'The oldest webhooks that would be sent' });
    await rows.getByRole('cell', { name: `O-${known.trackingNumber}` }).waitFor();
    await rows.getByRole('link', { name: known.trackingNumber }).waitFor();
    await page.getByRole('button', { name: 'All receivers' }).waitFor(); // Only Portal is selected.
    const box = page.getByRole('searchbox').first();
    await box.fill('nothing-like-this');
    await page.keyboard.press('Enter');
    await page.getByText('No results for “nothing-like-this”').waitFor();
    expect(await box.inputValue()).toBe('nothing-like-this');
    await box.fill(known.trackingNumber);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: known.trackingNumber }).waitFor();
    expect(await box.inputValue()).toBe('');
    await page.getByText('https://user:pw@carrier.example/1', { exact: true }).waitFor();
    expect(await page.locator('a[href*="@"]').count()).toBe(0);
  });

  it('a first delivery on request is not called a repetition; the checklist and the charts count it', async () => {
    const late = await createReceiver('Late', '/late');
    await makeEventsOlder(bed.database);
    const page = await signedIn(`recover?receiverId=${late}&status=missing`);
    await page.getByText(/webhooks? would be sent/).waitFor();
    await page.getByRole('button', { name: /^Send \d+ webhooks?$/ }).click();
    await page.getByText(/for the first time/).waitFor();
    await page.getByRole('button', { name: 'Send now' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sent again' }).waitFor();
    await waitFor(async () => (await deliveriesOf(late, 'delivered')).length >= 3);
    await open(`deliveries?receiverId=${late}`);
    await page.getByText('1 · on request').first().waitFor();
    expect(await page.getByText(/round/i).count()).toBe(0);
    await open(`receivers/${late}`);
    await page.getByText('Everything delivered in this period was sent on request').waitFor();
    await open(`receivers/${late}?tab=checklist`);
    const step = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    await step('It accepts webhooks in time').getByText('Done').waitFor();
    await step('Its firewall lets the sender addresses in').getByText('For you to check').waitFor();
    await api(app.url, token).delete(`/receivers/${late}`);
  });

  it('an answered test counts on the checklist', async () => {
    const tested = await createReceiver('Tested', '/tested');
    const page = await signedIn(`receivers/${tested}?tab=test`);
    await page.getByRole('button', { name: 'Send test event' }).click();
    await page
      .getByText(/HTTP 2\d\d/)
      .first()
      .waitFor();
    await page.getByRole('tab', { name: 'Checklist' }).click();
    const step = page.getByRole('listitem').filter({ hasText: 'It accepts webhooks in time' });
    await step.getByText('Done').waitFor();
    await api(app.url, token).delete(`/receivers/${tested}`);
  });

  it('an idle overview requests only the receivers', async () => {
    const quiet = await bed.createAccountAndToken({ user: 3 });
    await api(app.url, quiet).post('/receivers', { name: 'Quiet', url: receiver.url('/quiet') });
    person = await browser.person();
    const { clock } = person.page;
    await clock.install({ time: new Date().setMinutes(5) }); // Not at the turn of an hour, when the page requests new statistics.
    await signIn(person, { url: app.url, ...quiet });
    await untilAtRest(person);
    const asked = (path: string): number => person.asked.filter((url) => new URL(url).pathname === path).length;
    const statistics = asked('/statistics');
    for (let turn = 0; turn < 3; turn++) {
      const before = asked('/receivers');
      await clock.fastForward(10_000);
      await waitFor(() => asked('/receivers') > before, { what: 'the next request for the receivers' });
      await untilAtRest(person);
    }
    expect(asked('/statistics')).toBe(statistics);
  });

  it('a receiver is created, fails, is diagnosed, is corrected and gets the events that it missed; the timeline of a parcel shows all of it', async () => {
    receiver.behave('/story', { kind: 'answer', status: 401, body: 'who are you?' });
    person = await browser.person({ turnsClock: true });
    const { page } = person;
    await signIn(person, { url: app.url, ...token });

    await page.getByRole('link', { name: 'New receiver' }).click();
    await page.getByLabel('URL').fill(receiver.url('/story'));
    await page.getByLabel('Name', { exact: true }).fill('Story');
    await page.getByRole('button', { name: 'Create receiver' }).click();
    await page
      .getByText(/whsec_/)
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'Send a test event' }).click();
    await page.getByRole('button', { name: 'Send test event' }).click();
    await page.getByText('HTTP 401').first().waitFor();
    await page.getByText('who are you?').first().waitFor();
    expect(await violationsOf(page)).toEqual([]);
    const receiverId = /receivers\/([^?]*)/.exec(page.url())![1]!;

    const told = parcel({ account: 1 });
    await bed.publish('records', [told.record()]);
    await waitFor(async () => (await deliveriesOf(receiverId, 'exhausted')).length > 0);
    await open('');
    await page.getByRole('link', { name: 'Check the credentials' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('searchbox').fill(told.trackingNumber);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: told.trackingNumber }).waitFor();
    await page.getByText('Something needs you').waitFor();
    await page.getByRole('link', { name: 'Open the delivery' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Delivery of onCreated' }).waitFor();
    await page.getByText('What to do:').first().waitFor();

    await open(`receivers/${receiverId}?tab=settings`);
    await page.getByLabel('URL').fill(receiver.url('/mended'));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The settings are saved').first().waitFor();
    await page.getByText('1 failed: send it now?').waitFor();
    await page.getByRole('button', { name: 'Send now' }).click();
    await turnClockUntilShown(page.getByText('1 of 1 delivered.'));
    expect(receiver.requests('/mended')).toHaveLength(1);
    await page.getByRole('link', { name: 'Open in Recover' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sent again' }).waitFor();
    await page.getByText('1 of 1 delivered.').waitFor();

    await open(`parcels/acme-express/${told.trackingNumber}`);
    await page.getByText('All is well').waitFor();
    await page.getByRole('link', { name: 'Story' }).first().waitFor();
  });

  it('a read-only session shows which actions it does not allow, and why', async () => {
    const reader = await bed.createAccountAndToken({ scope: 'read' });
    person = await browser.person();
    await signIn(person, { url: app.url, ...reader, path: `deliveries/${failedDeliveryId}` });
    const button = person.page.getByRole('button', { name: 'Send again' });
    await button.waitFor();
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    await button.hover();
    await person.page.getByText('Your session is view only').first().waitFor();
    await button.click({ force: true });
    expect(await deliveriesOf(refusing, 'pending')).toEqual([]);
    await open('access?tab=tokens');
    await person.page.getByText('Only a token that manages access').first().waitFor();
  });

  it('another account finds nothing of this account, whatever id it asks for', async () => {
    const other = await bed.createAccountAndToken({ user: 2 });
    person = await browser.person();
    await signIn(person, { url: app.url, ...other });
    for (const view of [`deliveries/${failedDeliveryId}`, `receivers/${refusing}`, `deliveries?receiverId=${refusing}`]) {
      await open(view);
      expect([view, await person.page.getByText(/Portal|refuses|00340434161094020028/).count()]).toEqual([view, 0]);
    }
    await open('parcels/acme-express/00340434161094020028');
    expect(await person.page.getByText(/Portal|O-00340434161094020028/).count()).toBe(0);
  });

  it('a message says that the API is away, and the page continues when the API is back', async () => {
    const [port = 0] = await freePorts(1);
    const restarted = { PORT: String(port) };
    let own = await bed.startApp('token-api', restarted);
    person = await browser.person({ turnsClock: true });
    await signIn(person, { url: own.url, ...token });
    await person.page.getByText('Portal').first().waitFor();
    await own.stop();
    const isAway = person.page.getByText('The API does not answer');
    await turnClockUntilShown(isAway);
    expect(await person.page.getByText('Portal').first().isVisible()).toBe(true);
    own = await bed.startApp('token-api', restarted);
    await turnClockUntil(person.page, async () => (await isAway.count()) === 0, 'the API to be there again');
    await person.page.getByRole('link', { name: 'Parcels', exact: true }).click();
    await person.page.getByText('00340434161094020028').first().waitFor();
  });
});
