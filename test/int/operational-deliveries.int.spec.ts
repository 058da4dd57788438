// How the API shows operational events and their deliveries.
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AxiosInstance } from 'axios';
import { OPERATIONAL_EVENT_NAMES, type OperationalEvent, operationalConsignmentIdOf } from '#libs/contracts';
import { api } from '../support/api.js';
import type { App } from '../support/app.js';
import { OperationalStory } from '../support/operational-story.js';
import { useSenderBed } from '../support/sender-bed.js';
import { useStatistics } from '../support/statistics.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

const bed = useTestBed({ env: { NOTIFICATIONS_POLL_MS: '300', FAILING_AFTER_MS: '1000', CLOUDEVENTS_VENDOR: 'acme' } });
const webhooks = useSenderBed(bed);
const statistics = useStatistics(bed);
let app: App;
let caller: AxiosInstance;

interface Delivery {
  readonly deliveryId: string;
  readonly eventid: string;
  readonly event: string;
  readonly kind: string;
  readonly status: string;
  readonly isTest: boolean;
  readonly consignmentId: string;
  readonly courier: string | null;
  readonly attempts: readonly { readonly url: string; readonly requestBody: string | null }[];
}
interface Errors {
  readonly errors: readonly { readonly attr: string; readonly code: string; readonly detail: string }[];
}

beforeAll(async () => {
  await bed.startApp('webhook-sender');
  app = await bed.startApp('token-api');
});

const callerOf = async ({ account }: { readonly account: number }, url = app.url): Promise<AxiosInstance> =>
  api(url, await bed.createAccountAndToken({ user: account }));

describe('a subscription', () => {
  it('may name operational events together with the eleven, or alone', async () => {
    caller = await callerOf({ account: webhooks.newAccount() });
    const create = (events: readonly string[]) =>
      caller.post<Errors & { events: string[] }>('/receivers', { url: webhooks.receiver.url('/x'), events });
    const events = ['onDelivered', ...OPERATIONAL_EVENT_NAMES];
    expect((await create(events)).data.events).toEqual(events);
    expect((await create(['receiver.failing'])).status).toBe(201);
    const { data } = await create(['receiver.exploded']);
    expect(data.errors).toMatchObject([{ attr: 'events.0', code: 'invalid_choice' }]);
  });

  it('that is empty or names only the eleven gets no operational events; a list of operational events gets none of the eleven', async () => {
    const story = await OperationalStory.begin(webhooks, ['receiver.failing']);
    const all = await story.add('all');
    const eleven = await story.add('eleven', { events: ['onOutForDelivery'] });
    const { receiverId } = await story.add('other', { events: ['onCreated'] });
    await webhooks.send(story);
    await story.recordFailures([receiverId]);
    await story.untilTold('receiver.failing');
    await waitFor(() => webhooks.arrivedAt(all.path) === 1 && webhooks.arrivedAt(eleven.path) === 1, { what: 'the event of a parcel' });
    await story.settled();
    expect([all.path, eleven.path, story.watch].map((path) => webhooks.arrivedAt(path))).toEqual([1, 1, 1]);
  });

  it('ignores the filter and query parameters', async () => {
    const story = await OperationalStory.begin(webhooks, []);
    const changes = {
      events: ['receiver.failing'],
      filter: { clients: ['another shop'] },
      queryParameters: ['courier'],
      format: 'cloudevents',
    };
    await (await callerOf(story)).patch(`/receivers/${story.watcherId}`, changes);
    const { receiverId } = await story.add('other', { events: ['onCreated'] });
    await story.recordFailures([receiverId]);
    const [request] = await waitFor(() => webhooks.receiver.requests(story.watch).length > 0 && webhooks.receiver.requests(story.watch));
    expect([...request!.query.keys()]).toEqual([]);
    expect(request!.json()).toMatchObject({
      specversion: '1.0',
      type: 'com.acme.operational.receiver.failing',
      data: { count: 1, receivers: [{ receiverId, reason: 'errors' }] },
    });
  });
});

describe('POST /receivers/{receiverId}/test', () => {
  it.each(OPERATIONAL_EVENT_NAMES)('sends %s', async (event) => {
    const story = await OperationalStory.begin(webhooks, []);
    caller = await callerOf(story);
    const { status, data } = await caller.post<Delivery>(`/receivers/${story.watcherId}/test`, { event });
    expect([status, data]).toMatchObject([200, { event, kind: 'operational', isTest: true, status: 'delivered', courier: null }]);
    const [body] = webhooks.receiver.requests(story.watch).map((request) => request.json<OperationalEvent>());
    expect(body).toMatchObject({ type: event, eventid: data.eventid, data: { count: 1 } });
    expect(JSON.parse(data.attempts[0]!.requestBody!)).toEqual(body);
  });
});

describe('an operational delivery', () => {
  let story: OperationalStory;
  let delivery: Delivery;

  beforeAll(async () => {
    story = await OperationalStory.begin(webhooks);
    caller = await callerOf(story);
    await story.add('parcels', { events: ['onOutForDelivery'] });
    const { receiverId } = await story.add('other', { events: ['onCreated'] });
    await webhooks.untilStatus(await webhooks.send(story), 'delivered');
    await story.recordFailures([receiverId]);
    const [told] = await story.untilTold('receiver.failing');
    const find = async () =>
      (await caller.get<{ deliveries: Delivery[] }>('/deliveries', { params: { eventid: told!.eventid } })).data.deliveries[0];
    await waitFor(async () => (await find())?.status === 'delivered', { what: 'the delivery' });
    delivery = (await find())!;
  });

  it('is found by its kind, and shows the sent body', async () => {
    const idsOf = async (kind: string): Promise<string[]> =>
      (await caller.get<{ deliveries: Delivery[] }>('/deliveries', { params: { kind } })).data.deliveries.map(
        ({ deliveryId }) => deliveryId,
      );
    expect(await idsOf('operational')).toEqual([delivery.deliveryId]);
    expect(await idsOf('tracking')).not.toContain(delivery.deliveryId);
    expect(delivery).toMatchObject({ kind: 'operational', courier: null, consignmentId: operationalConsignmentIdOf(story.account) });
    const { data } = await caller.get<Delivery>(`/deliveries/${delivery.deliveryId}`);
    expect(JSON.parse(data.attempts[0]!.requestBody!)).toEqual(story.told('receiver.failing')[0]);
    expect((await caller.get<Errors>('/deliveries', { params: { kind: 'x' } })).data.errors).toMatchObject([
      { attr: 'kind', code: 'invalid_choice' },
    ]);
  });

  it('is sent again by its id and by a period, with the same body', async () => {
    const again = async (count: number) => {
      await waitFor(() => story.told('receiver.failing').length === count, { what: `${count} POSTs` });
      await waitFor(async () => (await caller.get<Delivery>(`/deliveries/${delivery.deliveryId}`)).data.status === 'delivered');
    };
    expect((await caller.post(`/deliveries/${delivery.deliveryId}/redeliver`)).status).toBe(202);
    await again(2);
    const period = { from: new Date(Date.now() - 3_600_000).toISOString(), status: 'delivered' };
    const { data } = await caller.post<{ count: number }>(`/receivers/${story.watcherId}/redeliver`, { ...period, dryRun: true });
    expect(data.count).toBe(story.webhooks.arrivedAt(story.watch));
    await caller.post(`/receivers/${story.watcherId}/redeliver`, period);
    await again(3);
    const bodies = new Set(story.told('receiver.failing').map((body) => JSON.stringify(body)));
    expect(bodies.size).toBe(1);
  });

  it('is never missing, and is not listed by GET /events', async () => {
    const period = { from: new Date(Date.now() - 3_600_000).toISOString(), status: 'missing', dryRun: true };
    await bed.database.query(`DELETE FROM delivery WHERE account_id = $1 AND kind = 'operational'`, [story.account]);
    const { data } = await caller.post<{ count: number }>(`/receivers/${story.watcherId}/redeliver`, period);
    expect(data.count).toBe(0);
    expect(JSON.stringify((await caller.get('/events')).data)).not.toContain('receiver.failing');
    expect((await caller.get<Errors>('/events', { params: { event: 'receiver.failing' } })).status).toBe(400);
  });

  it('is counted under its own name', async () => {
    await statistics.count();
    const { data } = await caller.get<{ points: { event: string; delivered: number }[] }>('/statistics', { params: { groupBy: 'event' } });
    const delivered = (event: string): number =>
      data.points.filter((point) => point.event === event).reduce((sum, each) => sum + each.delivered, 0);
    expect(delivered('receiver.failing')).toBe(3);
    const one = await caller.get<{ points: { delivered: number }[] }>('/statistics', { params: { event: 'receiver.failing' } });
    expect(one.data.points.reduce((sum, each) => sum + each.delivered, 0)).toBe(3);
  });
});

describe('GET /notifications', () => {
  it('lists the decided notifications of the account, newest first, page by page and by type', async () => {
    const story = await OperationalStory.begin(webhooks, []);
    caller = await callerOf(story);
    const [a, b] = [await story.add('a'), await story.add('b')];
    const listed = async (params: object = {}) =>
      (
        await caller.get<{ notifications: { type: string; data: { receivers: { receiverId: string }[] } }[]; nextCursor: string | null }>(
          '/notifications',
          { params },
        )
      ).data;
    await story.recordFailures([a.receiverId]);
    await waitFor(async () => (await listed()).notifications.length === 1);
    await story.record([{ receiverId: b.receiverId, attemptedAt: Date.now(), outcome: 'timeout', attempt: 16 }]);
    await waitFor(async () => (await listed()).notifications.length === 2);
    const { notifications } = await listed();
    expect(notifications.map(({ type }) => type)).toEqual(['delivery.exhausted', 'receiver.failing']);
    expect((await listed({ type: 'receiver.failing' })).notifications).toEqual([notifications[1]]);
    const page = await listed({ limit: 1 });
    expect(page.notifications).toEqual([notifications[0]]);
    expect(await listed({ limit: 1, cursor: page.nextCursor })).toEqual({ notifications: [notifications[1]], nextCursor: null });
    const other = await callerOf({ account: webhooks.newAccount() });
    expect((await other.get('/notifications')).data).toEqual({ notifications: [], nextCursor: null });
    expect(
      (await caller.get<Errors>('/notifications', { params: { type: 'onDelivered', kind: 'x' } })).data.errors.map(({ attr }) => attr),
    ).toEqual(expect.arrayContaining(['type', 'kind']));
  });
});
