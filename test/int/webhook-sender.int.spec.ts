import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { beforeAll, describe, expect } from '@jest/globals';
import { deliveryAttemptKey } from '#libs/contracts';
import { insertReceiver } from '../builders/receiver-row.js';
import { trackingEvent } from '../builders/tracking-event.js';
import { useSenderBed } from '../support/sender-bed.js';
import { useStories } from '../support/stories.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';
import { attemptMessage, attemptsIn } from '../builders/delivery-attempt.js';

const RETRY_DELAY_MS = 100;

const bed = useTestBed({ env: { RETRY_DELAY_MS: String(RETRY_DELAY_MS) } });
const webhooks = useSenderBed(bed);

beforeAll(async () => {
  await bed.startApp('webhook-sender');
});

const story = useStories();

describe('an event for a receiver', () => {
  story('is pending while the receiver takes its time', async () => {
    const { account } = await webhooks.addReceiver('/takes-its-time', { timeoutMs: 60_000 });
    webhooks.receiver.behave('/takes-its-time', { kind: 'hang' });
    const event = trackingEvent({ account });
    await webhooks.publish(event);
    await webhooks.untilStatus(event, 'pending');
    expect(await webhooks.deliveryOf(event)).toMatchObject({ attempts: 0, last_outcome: null });
    expect(await webhooks.attemptsOf(event)).toEqual([]);
    webhooks.receiver.behave('/takes-its-time', { kind: 'answer' });
  });

  story('is one POST with the published payload, logged as one attempt', async () => {
    const { account } = await webhooks.addReceiver('/plain');
    const event = trackingEvent({ account });
    await webhooks.publish(event);
    await webhooks.untilStatus(event, 'delivered');

    const [request, ...others] = webhooks.receiver.requests('/plain');
    expect(others).toHaveLength(0);
    expect(request?.method).toBe('POST');
    expect(request?.headers['content-type']).toBe('application/json');
    expect(request?.headers['content-length']).toBe(String(request?.body.length));
    expect(request?.body.toString()).toBe(JSON.stringify(event.payload));
    expect(await webhooks.attemptsOf(event)).toMatchObject([{ attempt: 1, outcome: 'accepted', http_status: 200 }]);
    expect(await webhooks.deliveryOf(event)).toMatchObject({ status: 'delivered', attempts: 1, next_attempt_at: null });
  });

  story('is a CloudEvent if the receiver wants it', async () => {
    const { account } = await webhooks.addReceiver('/cloud', { format: 'cloudevents' });
    const event = trackingEvent({ account });
    await webhooks.publish(event);
    await webhooks.untilStatus(event, 'delivered');
    const [request] = webhooks.receiver.requests('/cloud');
    expect(request?.headers['content-type']).toBe('application/json');
    expect(request?.json()).toEqual({
      specversion: '1.0',
      id: event.payload.eventid,
      source: 'urn:parcel-event-webhooks',
      type: 'com.parcel-events.tracking.event.onoutfordelivery',
      time: event.payload.timestamp,
      datacontenttype: 'application/json',
      data: { references: event.payload.references, data: event.payload.data, reporting: event.payload.reporting },
    });
  });

  story('mirrors the chosen references in the query and leaves the receiver’s own query alone (edge case 46)', async () => {
    const { account } = await webhooks.addReceiver('/query', {
      url: webhooks.receiver.url('/query?shop=1&client=own'),
      queryParameters: ['tracking_number', 'client'],
    });
    const event = trackingEvent({ account });
    await webhooks.publish(event);
    await webhooks.untilStatus(event, 'delivered');
    expect(webhooks.receiver.requests('/query')[0]?.query.toString()).toBe('shop=1&client=own&tracking_number=0034+0434+%26+1610');
  });

  story.each([
    ['object', {}],
    ['empty', ''],
    ['null_text', 'null'],
  ] as const)('spells an unknown date as %s if the receiver is configured for it (edge case 16)', async (etaUnknownForm, expected) => {
    const { account } = await webhooks.addReceiver(`/eta-${etaUnknownForm}`, { etaUnknownForm });
    const event = trackingEvent({ account });
    await webhooks.publish(event);
    await webhooks.untilStatus(event, 'delivered');
    expect(webhooks.receiver.requests(`/eta-${etaUnknownForm}`)[0]?.json()).toMatchObject({
      data: { expected_delivery_date_raw: expected },
    });
  });

  story('reaches only the receivers of its account that want its event and its client', async () => {
    const { account } = await webhooks.addReceiver('/all');
    await insertReceiver(bed.database, { account, url: webhooks.receiver.url('/only-delivered'), events: ['onDelivered'] });
    await insertReceiver(bed.database, { account, url: webhooks.receiver.url('/only-shop-fr'), filter: { clients: ['shop-fr'] } });
    await insertReceiver(bed.database, { account, url: webhooks.receiver.url('/disabled'), enabled: false });
    await webhooks.addReceiver('/other-account');
    const wanted = trackingEvent({ account, event: 'onDelivered', client: 'shop-fr' });
    const unwanted = trackingEvent({ account, event: 'onCreated', client: 'shop-de' });
    await webhooks.publish(unwanted, wanted);
    await waitFor(
      () => webhooks.receiver.requests('/only-shop-fr').length === 1 && webhooks.receiver.requests('/only-delivered').length === 1,
    );
    await waitFor(() => webhooks.receiver.requests('/all').length === 2);
    expect(webhooks.receiver.requests('/only-delivered').map(({ eventid }) => eventid)).toEqual([wanted.payload.eventid]);
    expect(webhooks.receiver.requests('/disabled')).toHaveLength(0);
    expect(webhooks.receiver.requests('/other-account')).toHaveLength(0);
  });

  story('that comes twice is delivered once', async () => {
    const { account } = await webhooks.addReceiver('/twice');
    const event = trackingEvent({ account });
    await webhooks.publish(event, event);
    await webhooks.untilStatus(event, 'delivered');
    await webhooks.publish(event);
    // A later event of the same consignment proves that the repeat was read.
    const last = trackingEvent({ account, consignmentId: event.consignmentId });
    await webhooks.publish(last);
    await webhooks.untilStatus(last, 'delivered');
    expect(webhooks.receiver.requests('/twice').map(({ eventid }) => eventid)).toEqual([event.payload.eventid, last.payload.eventid]);
  });

  story('waits for the previous event of the same consignment', async () => {
    const { account } = await webhooks.addReceiver('/ordered');
    webhooks.receiver.behave('/ordered', { kind: 'answer', delayMs: 20 });
    const events = Array.from({ length: 20 }, () => trackingEvent({ account, consignmentId: '0f0e0d0c-0b0a-4908-8706-050403020100' }));
    await webhooks.publish(...events);
    await webhooks.untilStatus(events.at(-1)!, 'delivered');
    expect(webhooks.receiver.requests('/ordered').map(({ eventid }) => eventid)).toEqual(events.map(({ payload }) => payload.eventid));
  });
});

describe('a receiver that fails', () => {
  story(
    'with 500 gets exactly 16 identical POSTs, never earlier than the delay; then the delivery is exhausted (edge case 45)',
    async () => {
      const { account } = await webhooks.addReceiver('/500');
      webhooks.receiver.behave('/500', { kind: 'answer', status: 500, body: 'no\u0000pe' });
      const event = trackingEvent({ account });
      await webhooks.publish(event);
      await webhooks.untilStatus(event, 'exhausted');

      const requests = webhooks.receiver.requests('/500');
      expect(requests).toHaveLength(16);
      expect(new Set(requests.map(({ body }) => body.toString('hex'))).size).toBe(1);
      const gaps = requests.slice(1).map(({ atMs }, index) => atMs - requests[index]!.atMs);
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(RETRY_DELAY_MS);
      const attempts = await webhooks.attemptsOf(event);
      expect(attempts.map(({ attempt }) => attempt)).toEqual(Array.from({ length: 16 }, (_, index) => index + 1));
      expect(attempts[0]).toMatchObject({ outcome: 'http_status', http_status: 500, answer: 'nope' });
      expect(await webhooks.deliveryOf(event)).toMatchObject({ attempts: 16, last_outcome: 'http_status', next_attempt_at: null });
    },
  );

  story('3 times and then recovers gets the event on the 4th attempt', async () => {
    const { account } = await webhooks.addReceiver('/recovers');
    webhooks.receiver.behave('/recovers', { kind: 'fail', times: 3, status: 503 });
    const event = trackingEvent({ account });
    await webhooks.publish(event);
    await webhooks.untilStatus(event, 'delivered');
    expect((await webhooks.attemptsOf(event)).map(({ http_status }) => http_status)).toEqual([503, 503, 503, 200]);
  });

  story.each([
    ['301', { kind: 'redirect', status: 301, to: 'https://169.254.169.254/' }, 'http_status', 301],
    ['410', { kind: 'answer', status: 410 }, 'http_status', 410],
    ['429 with Retry-After', { kind: 'answer', status: 429, headers: { 'retry-after': '86400' } }, 'http_status', 429],
    ['a closed socket', { kind: 'close' }, 'connection', null],
    ['no answer', { kind: 'hang' }, 'timeout', null],
    ['an answer that drips for ever', { kind: 'drip', everyMs: 50 }, 'timeout', 200],
  ] as const)('with %s causes an error that is retried (edge case 44)', async (name, behaviour, outcome, status) => {
    const path = `/fails-${name.replaceAll(' ', '-')}`;
    const isSlow = behaviour.kind === 'hang' || behaviour.kind === 'drip';
    const { account } = await webhooks.addReceiver(path, isSlow ? { timeoutMs: 1_000 } : {});
    webhooks.receiver.behave(path, { kind: 'turns', turns: [behaviour, behaviour, { kind: 'answer', status: 204 }] });
    const event = trackingEvent({ account });
    await webhooks.publish(event);
    await webhooks.untilStatus(event, 'delivered');
    const attempts = await webhooks.attemptsOf(event);
    expect(attempts.length).toBeGreaterThanOrEqual(3);
    // A POST that is slow in its TLS handshake, as on a busy machine, has no status.
    expect(attempts).toContainEqual(expect.objectContaining({ outcome, http_status: status }));
    expect(attempts.at(-1)).toMatchObject({ outcome: 'accepted', http_status: 204 });
  });

  story('with an endless answer has its first 4 KiB kept and frees the permit', async () => {
    const { account } = await webhooks.addReceiver('/huge');
    webhooks.receiver.behave('/huge', { kind: 'huge', bytes: 1024 ** 3 });
    const event = trackingEvent({ account });
    await webhooks.publish(event);
    await webhooks.untilStatus(event, 'delivered');
    expect((await webhooks.attemptsOf(event))[0]?.answer).toHaveLength(4096);
  });

  story('with an untrusted certificate causes a TLS error', async () => {
    const stranger = await bed.startReceiver({ certificate: 'untrusted' });
    const { account } = await webhooks.addReceiver(stranger.url('/'));
    const event = trackingEvent({ account });
    await webhooks.publish(event);
    await waitFor(async () => (await webhooks.attemptsOf(event)).length > 0);
    expect((await webhooks.attemptsOf(event))[0]).toMatchObject({ outcome: 'tls' });
    expect(stranger.requests()).toHaveLength(0);
  });

  story('without beginning TLS ends at its deadline, even if no other webhook waits', async () => {
    const taken: Socket[] = [];
    const silent = createServer((socket) => taken.push(socket)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { account } = await webhooks.addReceiver(`https://127.0.0.1:${(silent.address() as AddressInfo).port}/`, { timeoutMs: 500 });
    const event = trackingEvent({ account });
    await webhooks.publish(event);
    await waitFor(async () => (await webhooks.attemptsOf(event)).length > 0);
    silent.close();
    taken.forEach((socket) => socket.destroy());
    expect((await webhooks.attemptsOf(event))[0]).toMatchObject({ outcome: 'timeout', detail: expect.stringContaining('within 500 ms') });
  });

  story.each([
    ['refuses connections', 'https://127.0.0.1:1/', 'connection'],
    ['has no address', 'https://no-such-host.invalid/', 'dns'],
    ['lies at a private address', 'https://10.255.255.1/', 'guard'],
    ['is a metadata service', 'https://169.254.169.254/latest', 'guard'],
  ])('because it %s causes an error of class %s', async (_, url, outcome) => {
    const { account } = await webhooks.addReceiver(url);
    const event = trackingEvent({ account });
    await webhooks.publish(event);
    await waitFor(async () => (await webhooks.attemptsOf(event)).length > 0);
    expect((await webhooks.attemptsOf(event))[0]).toMatchObject({ outcome, http_status: null });
  });

  story('and is disabled meanwhile gets nothing more: the delivery is cancelled', async () => {
    const { account, receiverId } = await webhooks.addReceiver('/disabled-later');
    const answer = Promise.withResolvers<void>();
    webhooks.receiver.behave('/disabled-later', { kind: 'answer', status: 500, after: answer.promise });
    const event = trackingEvent({ account });
    await webhooks.publish(event);
    await waitFor(() => webhooks.receiver.requests('/disabled-later').length > 0, { what: 'the first POST' });
    await bed.database.query('UPDATE receiver SET enabled = false WHERE receiver_id = $1', [receiverId]);
    answer.resolve();
    await webhooks.untilStatus(event, 'cancelled');
    expect((await webhooks.attemptsOf(event)).length).toBe(webhooks.receiver.requests('/disabled-later').length);
  });
});

describe('a message that cannot be processed', () => {
  story('becomes a dead letter with its reason if it is unreadable, and the next event is delivered', async () => {
    const { account } = await webhooks.addReceiver('/after-rubbish');
    const event = trackingEvent({ account });
    await bed.publish('events', [{ key: event.consignmentId, value: '{"schema":"tracking-event/2"}' }]);
    await webhooks.publish(event);
    await webhooks.untilStatus(event, 'delivered');
    const [letter] = await bed.readTopic('events.dlq');
    expect(letter?.value?.toString()).toBe('{"schema":"tracking-event/2"}');
    expect(letter?.headers).toMatchObject({ reason: 'E_SCHEMA', 'src-topic': `${bed.topicPrefix}events` });
    expect(letter?.headers).toHaveProperty('src-offset');
  });

  story('becomes a dead letter if no table accepts its attempt’s row; attempts made beside it are recorded', async () => {
    const { account: of } = await webhooks.addReceiver('/beside');
    const first = trackingEvent({ account: of });
    await webhooks.publish(first);
    await webhooks.untilStatus(first, 'delivered');
    const made = attemptsIn(await bed.readTopic('delivery-attempts'));
    const attempt = made.find(({ eventid }) => eventid === first.payload.eventid)!;
    const year2100 = Date.UTC(2100, 0, 1);
    const bad = { ...attempt, deliveryId: randomUUID(), deliveryCreatedAtMs: year2100 };
    await bed.publish('delivery-attempts', [{ key: deliveryAttemptKey(bad), ...attemptMessage(bad) }]);
    const beside = Array.from({ length: 20 }, () => trackingEvent({ account: of }));
    await webhooks.publish(...beside);

    for (const event of beside) await webhooks.untilStatus(event, 'delivered');
    const isParked = async (): Promise<boolean> =>
      (await bed.readTopic('delivery-attempts.dlq')).some(
        ({ headers }) => headers['reason'] === 'E_INTERNAL' && headers['delivery-attempt']?.includes(bad.deliveryId),
      );
    await waitFor(isParked, { what: 'the attempt among the dead letters', everyMs: 500 });
  });
});
