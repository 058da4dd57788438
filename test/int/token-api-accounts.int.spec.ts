import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AxiosInstance } from 'axios';
import { parcel } from '../builders/parcel.js';
import { api, type CreatedToken } from '../support/api.js';
import { apiRoutes } from '../support/route-list.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

const OWNER = 1;
const STRANGER = 2;
const bed = useTestBed();
const theParcel = parcel({ account: OWNER, trackingNumber: 'MINE1' });

/** Everything that the owner has and a route can name. */
interface Possessions {
  readonly tokenId: number;
  readonly receiverId: string;
  readonly eventid: string;
  readonly consignmentId: string;
  readonly deliveryId: string;
  readonly redeliveryId: string;
  readonly sessionId: string;
  readonly linkId: string;
}

interface Attempt {
  readonly data?: object;
  readonly params?: object;
  /** The answer to a stranger who names the owner's things; default: 404. */
  readonly answers?: 'empty list' | 'empty file' | 'its own' | 'public';
}

let mine: Possessions;
let owner: AxiosInstance;
let stranger: AxiosInstance;

/** How a stranger tries each route with the owner's ids. A route that is missing here fails the first test. */
const tries = (): Readonly<Record<string, Attempt>> => ({
  'GET /audit-log': { params: { subjectId: mine.receiverId }, answers: 'empty list' },
  'PUT /consignments': { data: theParcel.record().value as object, answers: 'its own' },
  'GET /consignments': { params: { q: mine.eventid }, answers: 'empty list' },
  'GET /consignments/:courier/:trackingNumber': {},
  'GET /consignments/:courier/:trackingNumber/explain': { params: { receiverId: mine.receiverId } },
  'GET /deliveries': { params: { receiverId: mine.receiverId }, answers: 'empty list' },
  'GET /deliveries/:deliveryId': {},
  'POST /deliveries/:deliveryId/redeliver': {},
  'GET /': { answers: 'public' },
  'GET /console': { answers: 'public' },
  'GET /console/*path': { answers: 'public' },
  'GET /docs': { answers: 'public' },
  'GET /docs/:file': { answers: 'public' },
  'GET /event-types': { answers: 'its own' },
  'GET /events': { params: { courier: 'acme-express', trackingNumber: theParcel.trackingNumber }, answers: 'empty list' },
  'GET /events/:eventid': {},
  'GET /exports/audit-log.csv': { params: { subjectId: mine.receiverId }, answers: 'empty file' },
  'GET /exports/consignments.csv': { params: { q: mine.eventid }, answers: 'empty file' },
  'GET /exports/deliveries.csv': { params: { receiverId: mine.receiverId }, answers: 'empty file' },
  'GET /exports/receivers.csv': { answers: 'empty file' },
  'GET /exports/redeliveries.csv': { params: { receiverId: mine.receiverId }, answers: 'empty file' },
  'GET /notifications': { params: { type: 'receiver.failing' }, answers: 'empty list' },
  'GET /filter-values': { answers: 'its own' },
  'GET /notification-targets': { answers: 'empty list' },
  'POST /notification-targets': { data: { kind: 'email', address: 'eve@shop.example' }, answers: 'its own' },
  'GET /notification-targets/:targetId': {},
  'PATCH /notification-targets/:targetId': { data: { name: 'Eve' } },
  'DELETE /notification-targets/:targetId': {},
  'POST /notification-targets/:targetId/confirmation': { answers: 'its own' },
  'POST /notification-targets/:targetId/test': { answers: 'its own' },
  'GET /mail/confirmations/:confirmationId/:secret': { answers: 'public' },
  'POST /mail/confirmations/:confirmationId/:secret/:choice': { answers: 'public' },
  'GET /mail/unsubscriptions/:targetId/:secret': { answers: 'public' },
  'POST /mail/unsubscriptions/:targetId/:secret': { answers: 'public' },
  'GET /receivers': { answers: 'empty list' },
  'GET /openapi.json': { answers: 'public' },
  'POST /receivers': { data: { url: 'https://127.0.0.1/' }, answers: 'its own' },
  'POST /receivers/preview': { data: {}, answers: 'its own' },
  'GET /receivers/:receiverId': {},
  'PATCH /receivers/:receiverId': { data: { enabled: false } },
  'DELETE /receivers/:receiverId': {},
  'POST /receivers/:receiverId/redeliver': { data: { from: '2020-01-01T00:00:00Z', status: 'delivered' } },
  'POST /receivers/:receiverId/signing/rotate': {},
  'DELETE /receivers/:receiverId/signing/previous': {},
  'POST /receivers/:receiverId/test': { data: { event: 'onDelivered' } },
  'GET /redeliveries/:redeliveryId': {},
  'POST /scans': { data: theParcel.scan('Delivered', '2026-03-29T10:00:00Z').value as object, answers: 'its own' },
  'GET /sender-addresses': { answers: 'public' },
  'POST /sessions': { answers: 'its own' },
  'GET /sessions': { answers: 'its own' },
  'GET /sessions/current': { answers: 'its own' },
  'DELETE /sessions/current': {},
  'DELETE /sessions/:sessionId': {},
  'POST /sessions/links': { data: { scope: 'read' }, answers: 'its own' },
  'POST /sessions/links/inspect': { data: { code: 'x'.repeat(43) }, answers: 'its own' },
  'DELETE /sessions/links/:linkId': {},
  'GET /statistics': { params: { receiverId: mine.receiverId, groupBy: 'event' }, answers: 'its own' },
  'POST /tokens/generate': { data: { scope: 'read' }, answers: 'its own' },
  'GET /tokens/list': { answers: 'its own' },
  'POST /tokens/revoke': { data: { tokenId: mine.tokenId } },
});

beforeAll(async () => {
  const [first, second] = await Promise.all([bed.createAccountAndToken({ user: OWNER }), bed.createAccountAndToken({ user: STRANGER })]);
  const [app, receiver] = await Promise.all([
    bed.startApp('token-api', { RATE_LIMIT_PER_SECOND: '1000000' }),
    bed.startReceiver(),
    bed.startApp('event-builder'),
    bed.startApp('webhook-sender'),
  ]);
  [owner, stranger] = [api(app.url, first), api(app.url, second)];
  mine = await possess(first, receiver.url('/'));
});

interface Counted {
  readonly health: { readonly last24h: { readonly delivered: number } };
}

/** Creates a complete set: receiver, parcel, event, delivery, redelivery. */
async function possess({ tokenId }: CreatedToken, url: string): Promise<Possessions> {
  const { data: made } = await owner.post<{ receiverId: string }>('/receivers', { url });
  const { account: _, schema: __, ...record } = theParcel.record().value as Record<string, unknown>;
  await owner.put('/consignments', record);
  const delivery = await waitFor(async () => {
    const { data } = await owner.get<{ deliveries: Possessions[] }>('/deliveries', { params: { status: 'delivered' } });
    return data.deliveries[0];
  });
  const { data: again } = await owner.post<{ redeliveryId: string }>(`/deliveries/${delivery.deliveryId}/redeliver`);
  const { data: session } = await owner.post<{ sessionId: string }>('/sessions');
  const { data: link } = await owner.post<{ linkId: string }>('/sessions/links', { scope: 'read', expiresInSeconds: 900 });
  const { deliveryId, eventid, consignmentId } = delivery;
  await waitFor(async () => (await owner.get<Counted>(`/receivers/${made.receiverId}`)).data.health.last24h.delivered === 2, {
    what: 'both rounds in the numbers of the receiver',
  });
  const ids = { tokenId, deliveryId, eventid, consignmentId, sessionId: session.sessionId, linkId: link.linkId };
  return { ...ids, receiverId: made.receiverId, redeliveryId: again.redeliveryId };
}

const named = (path: string): string =>
  path.replace(/:(\w+)/g, (_, name: string) => {
    const values: Readonly<Record<string, unknown>> = { ...mine, courier: 'acme-express', trackingNumber: theParcel.trackingNumber };
    return String(values[name]);
  });

/** Returns what the owner sees of its own things; it must be the same before and after. */
async function ownerView(): Promise<unknown> {
  const paths = [
    '/receivers',
    '/deliveries',
    '/events',
    '/tokens/list',
    '/sessions',
    `/consignments/acme-express/${theParcel.trackingNumber}`,
  ];
  const answers = await Promise.all(paths.map((path) => owner.get<Record<string, unknown>>(path)));
  return answers.map(({ status, data }) => [status, JSON.stringify(data).replace(/"lastUsedAt":(null|"[^"]*")/g, '"lastUsedAt":""')]);
}

function isFitting(answers: Attempt['answers'], { status, data }: { status: number; data: Record<string, unknown> }): boolean {
  if (answers === undefined) return status === 404 && JSON.stringify(data).includes('"not_found"');
  if (answers === 'empty file') return status === 200 && JSON.stringify(data).split(String.raw`\n`).length === 2;
  return answers !== 'empty list' || (status === 200 && JSON.stringify(Object.values(data)[0]) === '[]');
}

const ownIds = (): string[] => Object.entries(mine).flatMap(([name, id]) => (name === 'tokenId' ? [] : [String(id)]));

describe('another account', () => {
  it('tries every route', () => {
    expect(Object.keys(tries()).toSorted()).toEqual(
      apiRoutes()
        .map(({ method, path }) => `${method} ${path}`)
        .toSorted(),
    );
  });

  it('uses ids that work for the owner', async () => {
    for (const path of ['/receivers/:receiverId', '/deliveries/:deliveryId', '/events/:eventid', '/redeliveries/:redeliveryId']) {
      expect((await owner.get(named(path))).status).toBe(200);
    }
  });

  it.each(apiRoutes())('finds nothing and changes nothing at $method $path', async ({ method, path }) => {
    const { data, params, answers } = tries()[`${method} ${path}`] ?? {};
    const before = await ownerView();
    const answer = await stranger.request<Record<string, unknown>>({ method, url: named(path), data, params });
    const text = JSON.stringify(answer.data);
    expect([answer.status, text, isFitting(answers, answer)]).toEqual([answer.status, text, true]);
    expect(ownIds().filter((id) => text.includes(id))).toEqual([]);
    expect(await ownerView()).toEqual(before);
  });

  it('never tells the owner what it says about the same parcel', async () => {
    const { account: _, schema: __, ...record } = theParcel.record({ transfer_id: randomUUID() }).value as Record<string, unknown>;
    await stranger.put('/consignments', record);
    const { schema: ___, ...scan } = theParcel.scan('Return', '2026-03-30T10:00:00Z').value as Record<string, unknown>;
    await stranger.post('/scans', scan);
    await waitFor(async () => {
      const { data } = await stranger.get<{ events: { event: string }[] }>('/events');
      return data.events.some(({ event }) => event === 'onReturn');
    });
    const { data } = await owner.get<{ events: { event: string }[] }>('/events');
    expect(data.events.map(({ event }) => event)).toEqual(['onCreated']);
  });
});
