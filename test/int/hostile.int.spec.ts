import { beforeAll, describe, expect, it } from '@jest/globals';
import { deliveryAttemptKey } from '#libs/contracts';
import { aRecord, aScan } from '../builders/parcel-world.js';
import { insertReceiver } from '../builders/receiver-row.js';
import { eventMessage, trackingEvent } from '../builders/tracking-event.js';
import { api } from '../support/api.js';
import type { App } from '../support/app.js';
import type { TestReceiver } from '../support/receiver.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';
import { attemptMessage, attemptsIn, deliveryAttempt } from '../builders/delivery-attempt.js';
import { randomUUID } from 'node:crypto';

const bed = useTestBed({ partitions: 1 });
const ACCOUNT = 100;
/** Data that must not appear in any log, metric or reason of a dead letter. */
const PERSONAL = ['Maximiliane Musterfrau', 'Geheimweg 7', 'Hinterhof bei Krause'];

let apps: Record<'api' | 'builder' | 'sender', App>;
let receiver: TestReceiver;

beforeAll(async () => {
  receiver = await bed.startReceiver();
  const [tokenApi, builder, sender] = await Promise.all([
    bed.startApp('token-api'),
    bed.startApp('event-builder'),
    bed.startApp('webhook-sender'),
  ]);
  apps = { api: tokenApi, builder, sender };
  await insertReceiver(bed.database, { account: ACCOUNT, url: receiver.url('/hook') });
});

const deadLettersOf = async (topic: string): Promise<string[]> =>
  (await bed.readTopic(`${topic}.dlq`)).map(({ headers }) => headers['reason'] ?? '');

describe('the topic scans', () => {
  it('turns an unreadable message into an unchanged dead letter, and the next scan causes its event', async () => {
    await bed.publish('scans', [
      { value: '{', timestamp: '-9000000000000000' }, // Not a time of any calendar.
      { value: '{', headers: { 'x-trace': Buffer.alloc(450_000, 0xff) } }, // Not a text: read as text it would be three times as large.
      { value: `${'{"a":'.repeat(20_000)}"\\u0000"${'}'.repeat(20_000)}` },
      { value: `{"schema":"scan/1","${PERSONAL[0]}` },
      { value: { ...aScan('Delivered', ''), occurred_at: `Abgegeben: ${PERSONAL[1]}`.repeat(5000) } },
    ]);
    await bed.publish('records', [{ value: aRecord() }]);
    const scan = aScan('OutForDelivery', '2026-03-28T10:00:00Z', {
      raw_text: PERSONAL[0],
      location: { text: PERSONAL[1] },
      delivery_information: `${PERSONAL[2]}${'.'.repeat(200_000)}x`,
    });
    await bed.publish('scans', [{ value: scan, headers: { traceparent: `00-${'x'.repeat(100_000)}` } }]);
    const told = () => receiver.requests('/hook').find((each) => each.json<{ event: string }>().event === 'onOutForDelivery');
    await waitFor(() => told() !== undefined, { what: 'the event of the scan behind them' });
    expect(told()?.json<{ data: { raw_scan: string } }>().data.raw_scan).toBe(PERSONAL[0]);
    expect(await deadLettersOf('scans')).toEqual(['E_JSON', 'E_JSON', 'E_SCHEMA', 'E_JSON', 'E_TIME']);
  });

  it('leaves no names and no addresses of people in a log, a metric or a reason', async () => {
    const shown = [
      ...Object.values(apps).flatMap((app) => app.lastLines(Infinity)),
      ...(await Promise.all(Object.values(apps).map((app) => app.metrics()))),
      ...(await bed.readTopic('scans.dlq')).map(({ headers }) => headers['detail'] ?? ''),
    ];
    expect(shown.length).toBeGreaterThan(20);
    expect(shown.filter((line) => PERSONAL.some((word) => line.includes(word)))).toEqual([]);
    expect(shown.filter((line) => line.length > 50_000 && !line.startsWith('#'))).toEqual([]);
  });
});

describe('the topics between the apps', () => {
  it('turn a foreign message into a dead letter, and deliver the next event', async () => {
    const event = trackingEvent({ account: ACCOUNT });
    const attempt = attemptMessage(deliveryAttempt(event, randomUUID()));
    await bed.publish('delivery-attempts', [
      { value: attempt.value, key: deliveryAttemptKey({ receiverId: 'none', consignmentId: '1' }) },
      {
        value: attempt.value,
        headers: { 'delivery-attempt': attempt.headers['delivery-attempt']!.replace('"attempt":1', '"attempt":1e9') },
      },
    ]);
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const message = { ...eventMessage(event), partition: 0 };
    const before = trackingEvent({ account: ACCOUNT });
    await bed.publish('events', [
      { ...eventMessage(before), partition: 0 },
      { ...message, value: { eventid: 'x' } },
      { ...message, value: String(message.value).replace('"data":{', `"data":{"deep":${deep},`) },
      message,
    ]);
    const arrived = () => receiver.requests('/hook').some(({ eventid }) => eventid === event.payload.eventid);
    await waitFor(arrived, { what: 'the event behind them' });
    await waitFor(async () => (await deadLettersOf('delivery-attempts')).length === 2, { what: 'two dead letters' });
    expect([await deadLettersOf('delivery-attempts'), await deadLettersOf('events')]).toEqual([
      ['E_SCHEMA', 'E_SCHEMA'],
      ['E_SCHEMA', 'E_SCHEMA'],
    ]);
    const told = [before, event].map(({ payload }) => payload.eventid);
    const made = attemptsIn(await bed.readTopic('delivery-attempts')).map(({ eventid }) => eventid);
    expect(made.filter((eventid) => told.includes(eventid)).toSorted()).toEqual(told.toSorted()); // Each exactly once.
    const reasons = (await bed.readTopic('events.dlq')).map(({ headers }) => headers['detail']);
    expect(reasons).toContain('no tracking event: the value is nested deeper than 32 levels');
  });
});

describe('the API', () => {
  it.each(['/openapi.json', '/docs', '/docs/page.js', '/nothing', '/tokens/list'])(
    'lets no browser guess a type for %s, or show it inside another page',
    async (path) => {
      const { headers } = await api(apps.api.url).get<unknown>(path, { headers: { accept: '*/*' } });
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'content-security-policy': expect.stringMatching(/^default-src 'none';.*frame-ancestors 'none'/),
      });
    },
  );

  it('answers 400 for an instant that the database cannot represent', async () => {
    const shop = api(apps.api.url, await bed.createAccountAndToken({ user: ACCOUNT }));
    const { status } = await shop.get('/deliveries', { params: { from: '9999-12-31T23:59:59-23:59' } });
    expect(status).toBe(400);
  });

  it('answers a body full of unknown fields with a few pages at most', async () => {
    const shop = api(apps.api.url, await bed.createAccountAndToken({ user: ACCOUNT }));
    const fields = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`field-${index}`, 1]));
    const { status, data } = await shop.post<unknown>('/receivers', fields);
    expect([status, JSON.stringify(data).length < 64 * 1024]).toEqual([400, true]);
  });
});
