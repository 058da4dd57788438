import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import axios, { type AxiosInstance } from 'axios';
import { OPERATIONAL_EVENT_NAMES } from '#libs/contracts';
import { api } from '../support/api.js';
import { startMailServer, type TestMailServer } from '../support/mail-server.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

/** Operational events by mail: targets, confirmation, mails, unsubscription. The job that decides is not awaited: rows are inserted as it does. */

interface Target {
  readonly targetId: string;
  readonly address: string | null;
  readonly name: string;
  readonly state: string;
  readonly types: readonly string[];
  readonly lastRefusal: string | null;
}

const PUBLIC_URL = 'https://webhooks.example';
const bed = useTestBed();
let relay: TestMailServer;
let url: string;
let account = 0;
let client: AxiosInstance;
let reader: AxiosInstance;
let address: string;

beforeAll(async () => {
  relay = await startMailServer();
  const env = {
    SMTP_URL: relay.url,
    SMTP_FROM: 'Webhooks <webhooks@example.org>',
    PUBLIC_URL,
    MAIL_RETRY_MS: '50',
    MAIL_REFUSED_FOR_MS: '0',
    NOTIFICATIONS_POLL_MS: '3600000',
  };
  const [first] = await Promise.all([bed.startApp('token-api', env), bed.startApp('token-api', env)]);
  url = first.url;
});
afterAll(() => relay.close());
beforeEach(async () => {
  relay.behave({ kind: 'take' });
  account += 1;
  address = `anna-${account}@shop.example`;
  client = api(url, await bed.createAccountAndToken({ user: account, scope: 'write' }));
  reader = api(url, await bed.createAccountAndToken({ user: account, scope: 'read' }));
});

const create = async (body: object = {}): Promise<Target> => {
  const { status, data } = await client.post<Target>('/notification-targets', { kind: 'email', address, ...body });
  expect([status, data]).toEqual([201, data]);
  return data;
};
const targetOf = async (targetId: string): Promise<Target> => (await client.get<Target>(`/notification-targets/${targetId}`)).data;

/** The page behind a link of a mail, asked for from the instance of the test. */
const page = axios.create({ validateStatus: () => true, maxRedirects: 0 });
const local = (link: string): string => link.replace(PUBLIC_URL, url);
const linkIn = (text: string | undefined, kind: string): string =>
  new RegExp(`${PUBLIC_URL}/mail/${kind}s/[0-9a-f-]+/[\\w-]+`).exec(text ?? '')?.[0] ?? '';
const firstMail = (to: string) => waitFor(() => relay.mailsTo(to)[0], { what: `a mail to ${to}` });

async function confirmed(body: { readonly address?: string; readonly receiverIds?: readonly string[] } = {}): Promise<Target> {
  const { targetId } = await create(body);
  const mail = await firstMail(body.address ?? address);
  await page.post(`${local(linkIn(mail.text, 'confirmation'))}/confirm`);
  return targetOf(targetId);
}

/** Decides an event as the job does. */
async function decide(event: string, receiverIds: readonly string[], minutesAgo = 0): Promise<string> {
  const eventid = randomUUID();
  const entries = receiverIds.slice(0, 22).map((receiverId) => ({ receiverId, reason: 'errors', since: '2026-03-29T09:45:00.000Z' }));
  await bed.database.query(
    `INSERT INTO notification (eventid, account_id, event, entries, subjects, counts, created_at, published_at)
     VALUES ($1, $2, $3, $4, $5, $6, date_trunc('milliseconds', now()) - $7 * interval '1 minute', now())`,
    [eventid, account, event, JSON.stringify(entries), receiverIds, receiverIds.map(() => 1), minutesAgo],
  );
  await bed.database.query(
    `INSERT INTO notification_mail (target_id, eventid, account_id, created_at)
     SELECT t.target_id, n.eventid, n.account_id, n.created_at FROM notification n JOIN notification_target t USING (account_id)
     WHERE n.eventid = $1 AND t.state = 'confirmed' AND n.event = ANY(t.types) AND (t.receiver_ids IS NULL OR t.receiver_ids && n.subjects)`,
    [eventid],
  );
  return eventid;
}
const rowsOf = (
  targetId: string,
): Promise<{ eventid: string; state: string; tries: number; detail: string | null; messageId: string | null }[]> =>
  bed.database.query(
    'SELECT eventid, state, tries, detail, message_id AS "messageId" FROM notification_mail WHERE target_id = $1 ORDER BY created_at, eventid',
    [targetId],
  );
const newReceiver = async (name: string): Promise<string> =>
  (await client.post<{ receiverId: string }>('/receivers', { url: 'https://127.0.0.1/', name })).data.receiverId;

describe('a target', () => {
  it('is made, read, changed and deleted; below scope write it is its name', async () => {
    const made = await create({ name: 'Anna', types: ['receiver.failing', 'receiver.failing'] });
    expect(made).toMatchObject({
      kind: 'email',
      address,
      name: 'Anna',
      types: ['receiver.failing'],
      receiverIds: null,
      state: 'unconfirmed',
    });
    const path = `/notification-targets/${made.targetId}`;
    expect((await reader.get(path)).data).toMatchObject({ name: 'Anna', address: null });
    expect((await reader.get<{ targets: Target[]; missingSettings: null }>('/notification-targets')).data).toMatchObject({
      targets: [{ name: 'Anna', address: null }],
      missingSettings: null,
    });
    const receiverId = await newReceiver('Shop');
    const changes = { name: '', types: ['receiver.disabled'], receiverIds: [receiverId] };
    expect((await client.patch(path, changes)).data).toMatchObject({ ...changes, name: 'mail', address });
    expect((await client.patch(path, { receiverIds: [randomUUID()] })).status).toBe(400);
    expect((await client.patch(path, { address: 'b@shop.example' })).status).toBe(400);
    expect((await reader.delete(path)).status).toBe(403);
    expect((await client.delete(path)).status).toBe(204);
    expect((await client.get(path)).status).toBe(404);
    const log = await bed.database.query<{ entry: string }>('SELECT a::text AS entry FROM audit_log a WHERE account_id = $1', [account]);
    expect(log.length).toBeGreaterThanOrEqual(3);
    expect(log.filter(({ entry }) => entry.includes(address))).toEqual([]);
  });

  it('hears all types that exist unless it names some', async () => {
    expect((await create()).types).toEqual(OPERATIONAL_EVENT_NAMES);
  });

  it.each([
    'anna',
    'anna@',
    '@shop.example',
    'anna@shop',
    '"anna"@shop.example',
    'Anna <anna@shop.example>',
    'anna@shop.example, eve@shop.example',
    'anna@shop.example\r\nBcc: eve@shop.example',
    'änna@shop.example',
    `${'a'.repeat(10_000)}@shop.example`,
    'anna@shop..example',
    'anna @shop.example',
    'anna@shop.exa\r\nmple',
    'anna@shop.example\n',
    'anna@shop.example/x',
    'anna@shop%2eexample',
    'anna@2130706433',
    'anna@127.0.0.1',
    7,
    null,
  ])('is refused for the address %j', async (wrong) => {
    const { status, data } = await client.post<{ errors: { attr: string }[] }>('/notification-targets', { kind: 'email', address: wrong });
    expect([status, data.errors.map(({ attr }) => attr)]).toEqual([400, ['address']]);
  });

  it('may have a domain with other letters', async () => {
    await create({ address: `anna-${account}@bücher.example` });
    await firstMail(`anna-${account}@bücher.example`); // the server shows the domain in letters again
  });

  it('is one of at most five unconfirmed and twenty in all', async () => {
    for (let n = 0; n < 5; n++) await create({ address: `n${n}-${address}` });
    expect((await client.post('/notification-targets', { kind: 'email', address })).status).toBe(409);
  });
});

describe('a confirmation', () => {
  it('is asked for by a mail, and given by the button of its page; opening the link changes nothing', async () => {
    const { targetId } = await create();
    const mail = await firstMail(address);
    expect(mail.from?.value).toEqual([{ name: 'Webhooks', address: 'webhooks@example.org' }]);
    expect(mail.headers.get('list')).toMatchObject({ unsubscribe: { url: expect.stringContaining('/mail/unsubscriptions/') } });
    expect(mail.headerLines.some(({ line }) => line === 'List-Unsubscribe-Post: List-Unsubscribe=One-Click')).toBe(true);
    const link = local(linkIn(mail.text, 'confirmation'));
    const { status, data, headers } = await page.get<string>(link);
    expect([status, headers['content-type'], headers['cache-control'], headers['referrer-policy']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-store',
      'no-referrer',
    ]);
    expect(String(headers['content-security-policy'])).toContain("form-action 'self'");
    expect(data).not.toContain('<script');
    expect((await targetOf(targetId)).state).toBe('unconfirmed');
    expect((await page.post<string>(`${link}/confirm`)).data).toContain('The address is confirmed');
    expect((await targetOf(targetId)).state).toBe('confirmed');
    expect((await page.post<string>(`${link}/confirm`)).data).toContain('The address is confirmed');
  });

  it('works neither by a guessed secret, nor by the link of another target, nor after three days', async () => {
    const { targetId } = await create();
    const link = local(linkIn((await firstMail(address)).text, 'confirmation'));
    const guessed = link.slice(0, -3) + 'abc';
    for (const wrong of [guessed, link.replace('confirmations', 'unsubscriptions'), `${url}/mail/confirmations/x/y`]) {
      expect((await page.get(wrong)).status).toBe(404);
      expect((await page.post(`${wrong}/confirm`)).status).toBe(404);
    }
    await bed.database.query(`UPDATE mail_confirmation SET sent_at = now() - interval '73 hours' WHERE target_id = $1`, [targetId]);
    expect((await page.get<string>(link)).data).toContain('This link has expired');
    expect((await page.post<string>(`${link}/confirm`)).data).toContain('This link has expired');
    expect((await targetOf(targetId)).state).toBe('unconfirmed');
  });

  it('is asked for once a day by an account and three times by all, and what may not go today goes tomorrow', async () => {
    const shared = `shared-${account}@shop.example`;
    const callers = [client];
    for (let n = 0; n < 3; n++) {
      account += 1;
      callers.push(api(url, await bed.createAccountAndToken({ user: account, scope: 'write' })));
    }
    for (const caller of callers) expect((await caller.post('/notification-targets', { kind: 'email', address: shared })).status).toBe(201);
    const again = await client.post<Target>('/notification-targets', { kind: 'email', address: shared });
    expect([again.status, again.data.state]).toEqual([201, 'unconfirmed']);
    await waitFor(() => relay.mailsTo(shared).length === 3, { what: 'three mails' });
    const waiting = async (): Promise<number> =>
      (
        await bed.database.query<{ count: number }>(
          `SELECT count(*)::int AS count FROM mail_confirmation c JOIN notification_target t USING (target_id) WHERE t.address = $1 AND c.state = 'waiting'`,
          [shared],
        )
      )[0]!.count;
    expect(await waiting()).toBe(2);
    await bed.database.query(
      `UPDATE mail_confirmation c SET sent_at = sent_at - interval '1 day' FROM notification_target t WHERE t.target_id = c.target_id AND t.address = $1`,
      [shared],
    );
    await waitFor(() => relay.mailsTo(shared).length === 5, { what: 'the two others' });
    expect(await waiting()).toBe(0);
  });

  it('goes to at most twenty addresses a day for one account, also when it deletes its targets', async () => {
    for (let n = 0; n < 22; n++) {
      const to = `n${n}-${address}`;
      const { targetId } = await create({ address: to });
      if (n < 20) await firstMail(to);
      await client.delete(`/notification-targets/${targetId}`);
    }
    await create();
    const rows = await bed.database.query<{ state: string; count: number }>(
      'SELECT state, count(*)::int AS count FROM mail_confirmation WHERE account_id = $1 GROUP BY state ORDER BY state',
      [account],
    );
    expect(rows).toEqual([
      { state: 'sent', count: 20 },
      { state: 'waiting', count: 1 },
    ]);
  });

  it('says nothing false when its reader has unsubscribed since', async () => {
    const { targetId } = await confirmed();
    const mail = relay.mailsTo(address)[0];
    const link = local(linkIn(mail?.text, 'confirmation'));
    await page.post(local(linkIn(mail?.text, 'unsubscription')));
    for (const { data } of [await page.get<string>(link), await page.post<string>(`${link}/confirm`)])
      expect(data).toContain('This link has expired');
    expect((await targetOf(targetId)).state).toBe('unsubscribed');
  });

  it('is refused for good by its reader, and the same link undoes that', async () => {
    await create();
    const link = local(linkIn((await firstMail(address)).text, 'confirmation'));
    expect((await page.post<string>(`${link}/refuse`)).data).toContain('No account can ask this address again');
    const other = api(url, await bed.createAccountAndToken({ user: (account += 1), scope: 'write' }));
    const { data } = await other.post<Target>('/notification-targets', { kind: 'email', address });
    expect(data.state).toBe('unconfirmed');
    const { data: shown } = await page.get<string>(link);
    expect(shown).toContain('Undo');
    await bed.database.query(`UPDATE mail_confirmation SET sent_at = now() - interval '10 days' WHERE sent_at IS NOT NULL`);
    const hash = await bed.database.query<{ hash: Buffer }>('SELECT address_hash AS hash FROM mail_block');
    expect(hash.every((row) => !row.hash.toString().includes('anna'))).toBe(true);
    expect(relay.mailsTo(address)).toHaveLength(1);
    expect((await page.post<string>(`${link}/undo`)).data).toContain('This link has expired');
    await waitFor(() => relay.mailsTo(address).length === 2, { what: 'the mail of the other account' });
  });
});

describe('a mail', () => {
  it('says first what is wrong, since when and what to do, then links to the console', async () => {
    await bed.database.query(`UPDATE account SET time_zone = 'Europe/Berlin', name = 'Blue Shoes' WHERE account_id = $1`, [account]);
    const receiverId = await newReceiver('Shop <b>“x”</b>');
    const { targetId } = await confirmed();
    const eventid = await decide('receiver.failing', [receiverId]);
    const mail = await waitFor(() => relay.mailsTo(address)[1], { what: 'the mail' });
    const [first, second] = (mail.text ?? '').split('\n');
    expect(first).toBe('Shop <b>“x”</b> has not accepted webhooks since 29 Mar 2026, 11:45 (Europe/Berlin): every attempt fails.');
    expect(second).toMatch(/^What to do: open the receiver/);
    expect(mail.subject).toBe('Shop <b>“x”</b> does not accept webhooks');
    expect(mail.text).toContain(`${PUBLIC_URL}/console/receivers/${receiverId}`);
    expect(mail.html).toContain('Shop &lt;b&gt;');
    expect(mail.messageId).toBe(`<${eventid}.${targetId}@example.org>`);
    await waitFor(async () => (await rowsOf(targetId))[0]?.state === 'sent', { what: 'the row' });
    const { data } = await reader.get<{ notifications: { mails: object[] }[] }>('/notifications');
    expect(data.notifications[0]?.mails).toEqual([{ targetId, name: 'mail', state: 'sent' }]);
  });

  it('about a thousand receivers is one mail; a target with receivers of its own hears of them alone', async () => {
    const own = await newReceiver('Mine');
    const many = [...Array.from({ length: 999 }, () => randomUUID()), own];
    const [all, mine] = [`all-${address}`, `mine-${address}`];
    await confirmed({ address: all });
    await confirmed({ address: mine, receiverIds: [own] });
    await decide('receiver.failing', many);
    const wide = await waitFor(() => relay.mailsTo(all)[1], { what: 'the mail about all' });
    expect(wide.subject).toBe('1000 receivers do not accept webhooks');
    const narrow = await waitFor(() => relay.mailsTo(mine)[1], { what: 'the mail about one' });
    expect(narrow.text).toContain('Mine');
    expect(narrow.text).toContain(`/console/receivers/${own}`);
    expect(narrow.text).not.toContain(many[0]);
  });

  it('goes out ten times an hour; the rest is one mail at its end, which names the ids', async () => {
    const receiverId = await newReceiver('Shop');
    const { targetId } = await confirmed();
    for (let n = 0; n < 13; n++) await decide('receiver.failing', [receiverId]);
    await waitFor(async () => (await rowsOf(targetId)).filter(({ state }) => state === 'sent').length === 10, { what: 'ten mails' });
    expect((await rowsOf(targetId)).filter(({ state }) => state === 'pending')).toHaveLength(3);
    await bed.database.query(`UPDATE notification_target SET window_began_at = now() - interval '61 minutes' WHERE target_id = $1`, [
      targetId,
    ]);
    await waitFor(async () => (await rowsOf(targetId)).every(({ state }) => state === 'sent'), { what: 'all rows' });
    const digest = relay.mailsTo(address).at(-1)!;
    const waited = (await rowsOf(targetId)).slice(-3);
    expect(relay.mailsTo(address)).toHaveLength(12);
    expect(digest.subject).toBe('3 more notifications about your receivers');
    for (const { eventid } of waited) expect(digest.text).toContain(eventid);
    expect(new Set(waited.map(({ messageId }) => messageId)).size).toBe(1);
  });

  it('is tried again while the server refuses it for a while, with the same Message-ID', async () => {
    const receiverId = await newReceiver('Shop');
    const { targetId } = await confirmed();
    relay.behave({ kind: 'refuse data', code: 451 });
    const eventid = await decide('receiver.failing', [receiverId]);
    await waitFor(async () => ((await rowsOf(targetId))[0]?.tries ?? 0) >= 2, { what: 'two tries' });
    relay.behave({ kind: 'take' });
    const mail = await waitFor(() => relay.mailsTo(address)[1], { what: 'the mail' });
    expect(mail.messageId).toBe(`<${eventid}.${targetId}@example.org>`);
    await waitFor(async () => (await rowsOf(targetId))[0]?.state === 'sent', { what: 'the row' });
  });

  it('is tried again after a refusal of the relay for good, because the relay can be repaired', async () => {
    const { targetId } = await confirmed();
    relay.behave({ kind: 'refuse data', code: 554 });
    await decide('receiver.failing', [randomUUID()]);
    await waitFor(async () => ((await rowsOf(targetId))[0]?.tries ?? 0) >= 2, { what: 'two tries' });
    expect(await targetOf(targetId)).toMatchObject({ state: 'confirmed', lastRefusal: null });
    relay.behave({ kind: 'take' });
    await waitFor(async () => (await rowsOf(targetId))[0]?.state === 'sent', { what: 'the row' });
  });

  it('has failed after a day, and an event of the days without a relay is not mailed', async () => {
    const { targetId } = await confirmed();
    await decide('receiver.failing', [randomUUID()], 25 * 60);
    await waitFor(async () => (await rowsOf(targetId))[0]?.state === 'failed', { what: 'the end of the tries' });
    expect((await rowsOf(targetId))[0]?.detail).toBe('the event is too old for a mail');
    expect(relay.mailsTo(address)).toHaveLength(1);
  });

  it('that the relay refused is not counted: after that, ten come and the rest is one', async () => {
    const { targetId } = await confirmed();
    relay.behave({ kind: 'refuse data', code: 451 });
    for (let n = 0; n < 13; n++) await decide('receiver.failing', [randomUUID()]);
    await waitFor(async () => (await rowsOf(targetId)).reduce((sum, { tries }) => sum + tries, 0) >= 3, { what: 'three tries' });
    relay.behave({ kind: 'take' });
    await waitFor(async () => (await rowsOf(targetId)).filter(({ state }) => state === 'sent').length === 10, { what: 'ten mails' });
    await bed.database.query(`UPDATE notification_target SET window_began_at = now() - interval '61 minutes' WHERE target_id = $1`, [
      targetId,
    ]);
    await waitFor(async () => (await rowsOf(targetId)).every(({ state }) => state === 'sent'), { what: 'all rows' });
    expect(relay.mailsTo(address).at(-1)?.subject).toBe('3 more notifications about your receivers');
  });

  it('shows of a receiver without a name its host alone, because the path may be a secret', async () => {
    const { data } = await client.post<{ receiverId: string }>('/receivers', { url: 'https://127.0.0.1/services/secret' });
    await confirmed();
    await decide('receiver.disabled', [data.receiverId]);
    const mail = await waitFor(() => relay.mailsTo(address)[1], { what: 'the mail' });
    expect(mail.subject).toBe('127.0.0.1 was disabled');
    expect(mail.text).not.toContain('secret');
  });

  it('fails at once when the server refuses the address; the third time in days the target is undeliverable', async () => {
    const { targetId } = await confirmed();
    relay.behave({ kind: 'refuse', code: 550, words: 'no such user' });
    for (let n = 0; n < 3; n++) {
      const eventid = await decide('receiver.failing', [randomUUID()]);
      await waitFor(async () => (await rowsOf(targetId)).find((row) => row.eventid === eventid)?.state === 'failed', {
        what: 'the refusal',
      });
    }
    await waitFor(async () => (await targetOf(targetId)).state === 'undeliverable', { what: 'the state' });
    expect((await targetOf(targetId)).lastRefusal).toContain('no such user');
    await decide('receiver.failing', [randomUUID()]);
    expect(await rowsOf(targetId)).toHaveLength(3);
  });

  it('comes again when the server closes the connection within its text', async () => {
    const { targetId } = await confirmed();
    relay.behave({ kind: 'close' });
    await decide('receiver.failing', [randomUUID()]);
    await waitFor(async () => ((await rowsOf(targetId))[0]?.tries ?? 0) >= 1, { what: 'a try' });
    relay.behave({ kind: 'take' });
    await waitFor(async () => (await rowsOf(targetId))[0]?.state === 'sent', { what: 'the row' });
  });

  it('that was begun by a killed instance goes out as the same mail', async () => {
    const { targetId } = await confirmed();
    relay.behave({ kind: 'refuse data', code: 451 });
    const eventid = await decide('receiver.failing', [randomUUID()]);
    await bed.database.query(`UPDATE notification_mail SET message_id = eventid WHERE eventid = $1`, [eventid]);
    relay.behave({ kind: 'take' });
    const mail = await waitFor(() => relay.mailsTo(address)[1], { what: 'the mail' });
    expect(mail.messageId).toBe(`<${eventid}.${targetId}@example.org>`);
  });

  it('is tested on request, and counts for the hour', async () => {
    const { targetId } = await create();
    expect((await client.post(`/notification-targets/${targetId}/test`)).status).toBe(409);
    const ready = await confirmed({ address: `test-${address}` });
    const test = () => client.post<{ outcome: string; detail: string | null }>(`/notification-targets/${ready.targetId}/test`);
    expect((await test()).data).toEqual({ outcome: 'sent', detail: null });
    relay.behave({ kind: 'refuse', code: 550, words: 'no such user' });
    expect((await test()).data).toEqual({ outcome: 'refused', detail: '550 no such user' });
    relay.behave({ kind: 'refuse data', code: 451 });
    const { outcome, detail } = (await test()).data;
    expect([outcome, detail]).toEqual(['failed', expect.not.stringContaining('451')]);
    await bed.database.query('UPDATE notification_target SET window_mails = 10 WHERE target_id = $1', [ready.targetId]);
    expect((await test()).status).toBe(409);
  });
});

describe('a reader who wants no more mails', () => {
  it('presses the button of the page, or lets the mail program send the POST of RFC 8058', async () => {
    for (const post of [
      (link: string) => page.post<string>(link),
      (link: string) =>
        page.post<string>(link, 'List-Unsubscribe=One-Click', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    ]) {
      account += 1;
      address = `gone-${account}@shop.example`;
      client = api(url, await bed.createAccountAndToken({ user: account, scope: 'write' }));
      const { targetId } = await confirmed();
      const link = local(linkIn(relay.mailsTo(address)[0]?.text, 'unsubscription'));
      expect((await page.get<string>(link)).data).toContain('End these notifications?');
      expect((await targetOf(targetId)).state).toBe('confirmed');
      expect((await post(link)).data).toContain('You are unsubscribed');
      expect((await targetOf(targetId)).state).toBe('unsubscribed');
      await decide('receiver.failing', [randomUUID()]);
      expect(await rowsOf(targetId)).toEqual([]);
      const again = await client.post<Target>(`/notification-targets/${targetId}/confirmation`);
      expect([again.status, again.data.state]).toEqual([202, 'unconfirmed']);
    }
  });
});

describe('an installation without a mail server', () => {
  it('says which settings are missing', async () => {
    const { url: other } = await bed.startApp('token-api', { SMTP_URL: relay.url });
    const caller = api(other, await bed.createAccountAndToken({ user: account, scope: 'write' }));
    const { status, data } = await caller.post<{ errors: { detail: string }[] }>('/notification-targets', { kind: 'email', address });
    expect([status, data.errors[0]?.detail]).toEqual([
      409,
      'This installation sends no mails: the operator has not set SMTP_FROM, PUBLIC_URL.',
    ]);
    expect((await caller.get<{ missingSettings: string }>('/notification-targets')).data.missingSettings).toBe('SMTP_FROM, PUBLIC_URL');
  });
});
