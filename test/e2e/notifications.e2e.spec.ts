// Notifications in a real browser: who is told, the mail that asks for a confirmation, its page, the mail about a failure, and the console's page.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePorts } from '../../scripts/stack/free-ports.js';
import { api, type CreatedToken } from '../support/api.js';
import type { App } from '../support/app.js';
import { BROWSER, NARROW, openView, type Person, useBrowser, WITHOUT_BROWSER } from '../support/console.js';
import { faultsOf, violationsOf } from '../support/looks.js';
import { startMailServer, type TestMailServer } from '../support/mail-server.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

if (BROWSER === undefined) process.stdout.write(`test/e2e/notifications is left out: ${WITHOUT_BROWSER}\n`);

const ADDRESS = 'anna@shop.example';
const bed = useTestBed({ env: { NOTIFICATIONS_POLL_MS: '200' } });
const browser = useBrowser();
let app: App;
let token: CreatedToken;
let relay: TestMailServer;
let person: Person;

const linkIn = (text: string | undefined, kind: string): string => new RegExp(`http://\\S+/mail/${kind}s/\\S+`).exec(text ?? '')?.[0] ?? '';

(BROWSER === undefined ? describe.skip : describe)('notifications', () => {
  beforeAll(async () => {
    relay = await startMailServer();
    const [port] = await freePorts(1);
    const settings = { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}`, SMTP_URL: relay.url, SMTP_FROM: 'webhooks@example.org' };
    app = await bed.startApp('token-api', settings);
    token = await bed.createAccountAndToken();
  });
  afterAll(() => relay?.close());

  it('reach a person who confirmed the address, and the console says what happened and who was told', async () => {
    const client = api(app.url, token);
    const { data: receiver } = await client.post<{ receiverId: string }>('/receivers', { name: 'Shop', url: 'https://127.0.0.1:1/' });
    person = await browser.signedIn({ url: app.url, ...token, path: 'notifications' });
    const { page } = person;
    await page.getByText('Nobody is told when a receiver fails').waitFor();
    await page.getByText('Nothing has happened').waitFor();
    await page.getByRole('button', { name: 'Add a mail address' }).click();
    await page.getByLabel('Mail address').fill('anna');
    await page.getByRole('button', { name: 'Ask for confirmation' }).click();
    await page.getByText(/Must be one address/).waitFor();
    await page.getByLabel('Mail address').fill(ADDRESS);
    await page.getByRole('textbox', { name: 'Name' }).fill('Anna');
    await page.getByRole('button', { name: 'Ask for confirmation' }).click();
    await page.getByText('Not confirmed', { exact: true }).waitFor();
    expect(await violationsOf(page)).toEqual([]);

    const asked = await waitFor(() => relay.mailsTo(ADDRESS)[0], { what: 'the mail that asks' });
    const letter = await person.context.newPage();
    await letter.goto(linkIn(asked.text, 'confirmation'));
    expect(await violationsOf(letter)).toEqual([]);
    await letter.getByRole('button', { name: 'Confirm' }).click();
    await letter.getByRole('heading', { name: 'The address is confirmed' }).waitFor();

    await openView(person, app.url, 'notifications');
    await page.getByText('Confirmed', { exact: true }).waitFor();
    await page.getByText('A receiver does not accept webhooks: Anna').waitFor();
    await openView(person, app.url, '');
    expect(await page.getByText('Nobody is told when a receiver fails.').count()).toBe(0);

    // the service disables the receiver, as the audit log says
    await bed.database.query(
      `INSERT INTO audit_log (account_id, action, subject_id, by_command, after) VALUES ($1, 'receiver.disabled', $2, 'webhook-sender', '{"reason": "gone"}')`,
      [token.user, receiver.receiverId],
    );
    const told = await waitFor(() => relay.mailsTo(ADDRESS)[1], { what: 'the mail about the receiver' });
    expect(told.subject).toBe('Shop was disabled');
    expect((told.text ?? '').split('\n')[0]).toMatch(/^Shop was disabled on .* \(UTC\): it answered 410 Gone\.$/);
    await letter.goto(/http:\S+\/console\/receivers\/\S+/.exec(told.text ?? '')?.[0] ?? '');
    await letter.getByRole('heading', { level: 1, name: 'Shop' }).waitFor();
    await letter.close();

    await openView(person, app.url, '');
    await page.getByLabel('1 new').waitFor();
    await openView(person, app.url, 'notifications');
    const event = page.getByRole('article').filter({ hasText: 'receiver.disabled' });
    await event.getByText('it answered 410 Gone').waitFor();
    await event.getByText('Anna: sent').waitFor();
    await waitFor(async () => (await page.getByLabel('1 new').count()) === 0, { what: 'a menu without news' });
    expect(await faultsOf(person, ['notifications'])).toEqual([]);
  });

  it('end with the link of a mail, on a phone, too', async () => {
    const mail = relay.mailsTo(ADDRESS)[1];
    person = await browser.signedIn({ url: app.url, ...token, path: 'notifications' });
    const letter = await person.context.newPage();
    await letter.setViewportSize(NARROW);
    await letter.goto(linkIn(mail?.text, 'unsubscription'));
    expect(await violationsOf(letter)).toEqual([]);
    await letter.getByRole('button', { name: 'Unsubscribe' }).click();
    await letter.getByRole('heading', { name: 'You are unsubscribed' }).waitFor();
    await letter.goto(`${app.url}/mail/unsubscriptions/${randomUUID()}/guessed`);
    await letter.getByRole('heading', { name: 'This link does not work' }).waitFor();
    await letter.close();
    await openView(person, app.url, 'notifications');
    await person.page.getByText('Unsubscribed', { exact: true }).waitFor();
    await person.page.getByText('Nobody is told when a receiver fails').waitFor();
  });
});
