// docs/notifications.md, rule by rule, with two instances of token-api, one of which is killed again and again. All stories run at once.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AxiosInstance } from 'axios';
import { OPERATIONAL_EVENT_NAMES } from '#libs/contracts';
import { api } from '../support/api.js';
import type { App } from '../support/app.js';
import { OperationalStory } from '../support/operational-story.js';
import { useSenderBed } from '../support/sender-bed.js';
import { useStories } from '../support/stories.js';
import { type BedOptions, useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

const FAILING_MS = 3_000;
const FAILING_AGAIN_MS = 15_000;
const AGAIN_MS = [3_000, 8_000, 16_000] as const;
/** The intervals are longer than a machine may stall. */
const CERTIFICATE_MS = [45_000, 30_000, 15_000] as const;
const options: BedOptions = {
  env: {
    NOTIFICATIONS_POLL_MS: '300',
    FAILING_AFTER_MS: String(FAILING_MS),
    WAITING_AFTER_MS: '1500',
    WAITING_UNTIL_MS: '700',
    FAILING_AGAIN_MS: String(FAILING_AGAIN_MS),
    EXHAUSTED_AGAIN_MS: AGAIN_MS.join(),
    CLIENT_CERTIFICATE_EXPIRING_MS: CERTIFICATE_MS.toReversed().join(),
    RETRY_DELAY_MS: '1000',
    PROBE_INTERVAL_MS: '300',
  },
};
const bed = useTestBed(options);
const webhooks = useSenderBed(bed);
/** A bed in which no instance is killed. */
const calmBed = useTestBed(options);
const calmWebhooks = useSenderBed(calmBed);

type Story = (story: OperationalStory) => Promise<void>;

/** Adds a receiver that answers with this status, and publishes an event for it. @returns its id and path */
async function failing(story: OperationalStory, status: number, headers: Readonly<Record<string, string>> = {}) {
  const receiver = await story.add('failing', { events: ['onOutForDelivery'] });
  webhooks.receiver.behave(receiver.path, { kind: 'answer', status, headers });
  await webhooks.send(story);
  return receiver;
}

const heal = (path: string): void => webhooks.receiver.behave(path, { kind: 'answer' });

async function callerFor(story: OperationalStory): Promise<AxiosInstance> {
  return api(steady.url, await bed.createAccountAndToken({ user: story.account }));
}

const msBetween = (earlier: { timestamp: string } | undefined, later: { timestamp: string } | undefined): number =>
  Date.parse(later!.timestamp) - Date.parse(earlier!.timestamp);

/** Returns a delivery that has just ended. */
const ended = (receiverId: string, attempt: number, event = 'onDelivered') =>
  ({ receiverId, attemptedAt: Date.now(), outcome: 'timeout', attempt, event }) as const;

/** RECEIVERS=10000 passes, too. */
const MANY = Number(process.env.RECEIVERS ?? 1_000);
/** Adds receivers of the same account that want the same events. */
const LIKE_IT = `
  INSERT INTO receiver (receiver_id, account_id, url, enabled, events, clients, format, query_parameters, signing_enabled, eta_unknown_form, timeout_ms)
  SELECT gen_random_uuid(), account_id, url, enabled, events, clients, format, query_parameters, signing_enabled, eta_unknown_form, timeout_ms
  FROM receiver, generate_series(1, $2) WHERE receiver_id = $1`;
/** Copies the receiver's attempts, recorded now, to the other receivers of the account. */
const ATTEMPTS_LIKE_ITS = `
  WITH its AS MATERIALIZED (SELECT to_jsonb(a) AS attempt FROM delivery_attempt a WHERE receiver_id = $1),
    others AS MATERIALIZED (SELECT receiver_id FROM receiver WHERE account_id = $2 AND events = $3 AND receiver_id <> $1)
  INSERT INTO delivery_attempt
  SELECT (jsonb_populate_record(NULL::delivery_attempt,
    attempt || jsonb_build_object('receiver_id', receiver_id, 'delivery_id', gen_random_uuid(), 'recorded_at', now()))).*
  FROM its, others`;

const DECIDED = `SELECT count(*) FROM notification WHERE account_id = $1 AND event = 'delivery.exhausted'`;

const STORIES: Readonly<Record<string, Story>> = {
  errors: async (story) => {
    const { receiverId } = await failing(story, 500);
    const [event] = await story.untilTold('receiver.failing');
    expect(event?.data).toEqual({ count: 1, receivers: [{ receiverId, reason: 'errors', since: expect.any(String) }] });
    expect(Date.parse(event!.timestamp) - Date.parse(event!.data.receivers[0]!.since)).toBeGreaterThanOrEqual(FAILING_MS);
  },
  credentials: async (story) => {
    const { receiverId } = await failing(story, 401);
    await story.untilTold('receiver.failing');
    expect(story.entries('receiver.failing')).toMatchObject([{ receiverId, reason: 'credentials' }]);
  },
  circuit: async (story) => {
    const { receiverId, path } = await story.add('hangs', { events: ['onOutForDelivery'], timeoutMs: 150 });
    webhooks.receiver.behave(path, { kind: 'hang' });
    await webhooks.sendMany(story, 6);
    await story.untilTold('receiver.failing');
    expect(story.entries('receiver.failing')).toMatchObject([{ receiverId, reason: 'circuit_open' }]);
  },
  held: async (story) => {
    const { receiverId } = await failing(story, 429, { 'retry-after': '1' });
    await webhooks.sendMany(story, 10);
    await story.untilTold('receiver.failing');
    expect(story.entries('receiver.failing')).toMatchObject([{ receiverId, reason: 'held' }]);
  },
  limited: async (story) => {
    const { receiverId } = await story.add('slow', { events: ['onOutForDelivery'], maxPerSecond: 1 });
    await webhooks.sendMany(story, 10); // All of them wait in memory.
    await story.untilTold('receiver.failing');
    expect(story.entries('receiver.failing')).toMatchObject([{ receiverId, reason: 'limited' }]);
  },
  success: async (story) => {
    const { receiverId, path } = await failing(story, 500);
    const [raised] = await story.untilTold('receiver.failing');
    heal(path);
    const [recovered] = await story.untilTold('receiver.recovered');
    expect(recovered?.data).toEqual({ count: 1, receivers: [{ ...raised?.data.receivers[0], receiverId, reason: 'errors' }] });
    await story.settled();
    expect(story.told('receiver.recovered')).toHaveLength(1);
  },
  'success, then switched off': async (story) => {
    const { receiverId, path } = await failing(story, 500);
    await story.untilTold('receiver.failing');
    const caller = await callerFor(story);
    heal(path);
    const open = `SELECT count(*) FROM delivery WHERE receiver_id = $1 AND status = 'pending'`;
    await waitFor(async () => (await webhooks.count(open, [receiverId])) === 0, { what: 'the last success, before the switch' });
    expect((await caller.patch(`/receivers/${receiverId}`, { enabled: false })).status).toBe(200);
    await story.untilTold('receiver.recovered');
    expect(story.entries('receiver.recovered')).toMatchObject([{ receiverId, reason: 'errors' }]);
  },
  drained: async (story) => {
    const { receiverId, path } = await failing(story, 429, { 'retry-after': '1' });
    await webhooks.sendMany(story, 10);
    await story.untilTold('receiver.failing');
    heal(path);
    await story.untilTold('receiver.recovered');
    expect(story.entries('receiver.recovered')[0]).toMatchObject({ receiverId, reason: 'held' });
  },
  once: async (story) => {
    const { path } = await failing(story, 500);
    await story.untilTold('receiver.failing');
    await waitFor(() => webhooks.receiver.requests(path).length >= 9, { what: 'further attempts' });
    await story.settled();
    expect(story.told('receiver.failing')).toHaveLength(1);
  },
  short: async (story) => {
    // All are recorded at one time: on a busy machine, retries would take longer than a short failure.
    const { receiverId } = await story.add('short', { events: ['onOutForDelivery'] });
    const [recordedAt, beganMs] = [new Date(), Date.now() - FAILING_MS];
    const outcomes = ['http_status', 'http_status', 'http_status', 'accepted'];
    await story.record(
      outcomes.map((outcome, nth) => ({
        receiverId,
        attemptedAt: beganMs + nth * 500,
        recordedAt,
        outcome,
        isRetried: outcome !== 'accepted',
      })),
    );
    await story.settled();
    expect(webhooks.receiver.requests(story.watch)).toEqual([]);
  },
  flap: async (story) => {
    const { path } = await failing(story, 500);
    await story.untilTold('receiver.failing');
    heal(path);
    await story.untilTold('receiver.recovered');
    webhooks.receiver.behave(path, { kind: 'answer', status: 500 });
    await webhooks.send(story);
    const [first, second] = await story.untilTold('receiver.failing', 2);
    expect(msBetween(first, second)).toBeGreaterThanOrEqual(FAILING_AGAIN_MS);
  },
  'switched off': async (story) => {
    const { receiverId, path } = await failing(story, 500);
    await story.untilTold('receiver.failing');
    const caller = await callerFor(story);
    for (const enabled of [false, true]) expect((await caller.patch(`/receivers/${receiverId}`, { enabled })).status).toBe(200);
    heal(path);
    await webhooks.untilStatus(await webhooks.send(story), 'delivered');
    await story.settled();
    expect(story.told('receiver.recovered')).toEqual([]);
  },
  test: async (story) => {
    const { receiverId } = await story.add('tested');
    await story.recordFailures([receiverId], { isTest: true, isRetried: false });
    await story.settled();
    expect(webhooks.receiver.requests(story.watch)).toEqual([]);
  },
  disabled: async (story) => {
    const { receiverId, path } = await story.add('gone', { events: ['onOutForDelivery'], onGone: 'disable' });
    webhooks.receiver.behave(path, { kind: 'answer', status: 410 });
    const caller = await callerFor(story);
    await webhooks.send(story);
    const isOff = async () =>
      (await bed.database.query<{ enabled: boolean }>('SELECT enabled FROM receiver WHERE receiver_id = $1', [receiverId]))[0];
    await waitFor(async () => (await isOff())?.enabled === false, { what: 'the receiver to be disabled' });
    heal(path);
    expect((await caller.patch(`/receivers/${receiverId}`, { enabled: true })).status).toBe(200);
    await story.untilTold('receiver.disabled');
    await story.settled();
    expect(story.entries('receiver.disabled')).toEqual([{ receiverId, reason: 'gone', disabledAt: expect.any(String) }]);
  },
  exhausted: async (story) => {
    const { receiverId } = await story.add('lost');
    const deliveryIds = await story.record([16, 16, 3, 16].map((attempt) => ended(receiverId, attempt)));
    const [event] = await story.untilTold('delivery.exhausted');
    expect(event?.data).toMatchObject({ count: 4, receivers: [{ receiverId, count: 4 }] });
    expect(event?.data.receivers[0]?.deliveryIds.toSorted()).toEqual(deliveryIds.toSorted());
    const [deliveryId = ''] = deliveryIds;
    await story.record([{ ...ended(receiverId, 16), deliveryId, round: 2 }]); // The delivery was sent again, and ended again.
    const [, again] = await story.untilTold('delivery.exhausted', 2);
    expect(again?.data).toEqual({ count: 1, receivers: [{ receiverId, count: 1, deliveryIds: [deliveryId] }] });
  },
  'exhausted again': async (story) => {
    const { receiverId } = await story.add('lost');
    const lose = (count: number) => story.record(Array.from({ length: count }, () => ended(receiverId, 16)));
    const countOf = (place: number): number | undefined => story.told('delivery.exhausted')[place]?.data.count;
    // The webhook comes later: on a busy machine, after the interval in which the next deliveries must end.
    const untilDecided = (count: number): Promise<unknown> =>
      waitFor(async () => (await webhooks.count(DECIDED, [story.account])) === count, { what: `event ${count} of the series` });
    await lose(1);
    await untilDecided(1);
    await lose(2);
    await untilDecided(2);
    await lose(3);
    const [first, second, third] = await story.untilTold('delivery.exhausted', 3);
    expect([0, 1, 2].map(countOf)).toEqual([1, 2, 3]);
    expect(msBetween(first, second)).toBeGreaterThanOrEqual(AGAIN_MS[0] - 300);
    expect(msBetween(first, third)).toBeGreaterThanOrEqual(AGAIN_MS[1] - 300);
    const isOver = async () =>
      (
        await bed.database.query<{ began_at: Date | null }>('SELECT began_at FROM exhausted_series WHERE account_id = $1', [story.account])
      )[0];
    await waitFor(async () => (await isOver())?.began_at === null, { what: 'the end of the series' });
    await lose(1);
    await story.untilTold('delivery.exhausted', 4);
    expect(countOf(3)).toBe(1);
  },
  'operational deliveries': async (story) => {
    const other = await story.add('watches too', { events: ['receiver.failing'] });
    const { receiverId } = await story.add('lost', { events: ['onCreated'] });
    await story.recordFailures([other.receiverId], { event: 'receiver.failing' });
    await story.record([ended(receiverId, 16, 'receiver.failing')]);
    await story.untilTold('receiver.failing');
    await story.settled();
    expect(story.entries('receiver.failing')).toMatchObject([{ receiverId: other.receiverId, reason: 'errors' }]);
    expect(story.told('delivery.exhausted')).toEqual([]);
  },
  'client certificate': async (story) => {
    const { receiverId } = await story.add('mtls');
    const notAfter = new Date(Date.now() + CERTIFICATE_MS[0] + 1_000).toISOString();
    const certificate = {
      subject: '',
      issuer: '',
      serialNumber: '1',
      fingerprint256: 'AB',
      notBefore: notAfter,
      notAfter,
      chain: '',
      sealed: '',
    };
    await bed.database.query('UPDATE receiver SET client_certificate = $2 WHERE receiver_id = $1', [receiverId, certificate]);
    const told = await story.untilTold('certificate.expiring', 3);
    expect(story.entries('certificate.expiring')).toEqual([1, 2, 3].map(() => ({ receiverId, certificate: 'client', notAfter })));
    const leftMs = told.map(({ timestamp }) => Date.parse(notAfter) - Date.parse(timestamp));
    expect(leftMs.map((ms) => CERTIFICATE_MS.findLast((limit) => ms <= limit))).toEqual(CERTIFICATE_MS);
  },
  'server certificate': async (story) => {
    const notAfter = new Date(Math.floor(Date.now() / 1000) * 1000 + 600_000);
    const server = await bed.startReceiver({ notAfter });
    const { receiverId } = await webhooks.addReceiver(server.url('/'), { account: story.account, events: ['onOutForDelivery'] });
    await story.add('well', { events: ['onOutForDelivery'] });
    await webhooks.send(story);
    await story.untilTold('certificate.expiring');
    await webhooks.send(story);
    await story.settled();
    expect(story.entries('certificate.expiring')).toEqual([{ receiverId, certificate: 'server', notAfter: notAfter.toISOString() }]);
  },
  many: async (story) => {
    const receiverIds: string[] = [];
    for (let nth = 1; nth <= 25; nth++) receiverIds.push((await story.add(`r${nth}`)).receiverId);
    await story.recordFailures(receiverIds);
    const [event] = await story.untilTold('receiver.failing');
    expect(event?.data.count).toBe(25);
    expect(event?.data.receivers).toHaveLength(20);
    await story.settled();
    expect(story.told('receiver.failing')).toHaveLength(1);
  },
  itself: async (story) => {
    const other = await story.add('other', { events: ['receiver.failing'] });
    await story.recordFailures([story.watcherId, other.receiverId]);
    const [toWatcher] = await story.untilTold('receiver.failing');
    expect(toWatcher?.data).toMatchObject({ count: 1, receivers: [{ receiverId: other.receiverId }] });
    await waitFor(() => story.told('receiver.failing', other.path).length === 1, { what: 'the event about the other receiver' });
    expect(story.told('receiver.failing', other.path)[0]?.data).toMatchObject({ count: 1, receivers: [{ receiverId: story.watcherId }] });

    const alone = await OperationalStory.begin(webhooks);
    await alone.recordFailures([alone.watcherId]);
    await alone.settled();
    const { data } = await (
      await callerFor(alone)
    ).get<{ notifications: object[] }>('/notifications', { params: { type: 'receiver.failing' } });
    expect(data.notifications).toMatchObject([{ data: { count: 1, receivers: [{ receiverId: alone.watcherId }] } }]);
    expect(alone.told('receiver.failing')).toEqual([]);
  },
};

/** Returns the first column of the table *The rules*. */
function documentedRules(): string[] {
  const page = readFileSync(join(import.meta.dirname, '../../docs/notifications.md'), 'utf8');
  const [, table = ''] = /## The rules\n[^#]*?\| rule \|.*\n\| ---.*\n((?:\|.*\n)+)/.exec(page) ?? [];
  return table
    .trim()
    .split('\n')
    .map((row) => row.split('|')[1]!.trim());
}

let steady: App;
const over = { is: false };
let kills = 0;
let killing: Promise<void>;
const outcomes = new Map<string, Promise<unknown>>();

/** Kills and restarts an instance until the last test ends, whatever the instance is doing. */
async function killAgainAndAgain(): Promise<void> {
  while (!over.is) {
    const doomed = await bed.startProcess('token-api');
    const decidedAt = async () =>
      (await bed.database.query<{ at: Date }>('SELECT decided_at AS at FROM notification_progress'))[0]!.at.getTime();
    const before = await decidedAt();
    await waitFor(async () => over.is || (await decidedAt()) > before + 1_000, { what: 'decisions of the instance' });
    if (over.is) return;
    await doomed.kill('SIGKILL');
    kills += 1;
  }
}

beforeAll(async () => {
  [steady] = await Promise.all([
    bed.startApp('token-api'),
    bed.startApp('webhook-sender'),
    calmBed.startApp('token-api'),
    calmBed.startApp('webhook-sender'),
  ]);
  killing = killAgainAndAgain().catch(() => undefined); // A failed test ends while its bed is removed.
  for (const [rule, tell] of Object.entries(STORIES)) {
    const story = OperationalStory.begin(webhooks).then(tell);
    outcomes.set(
      rule,
      story.then(
        () => undefined,
        (error: unknown) => error,
      ),
    );
  }
});

const story = useStories();

describe('docs/notifications.md', () => {
  it('has a story here for each of its rules', () => expect(Object.keys(STORIES)).toEqual(documentedRules()));

  it.each(documentedRules())('%s', async (rule) => {
    const fault = await outcomes.get(rule);
    if (fault !== undefined) throw fault;
  });

  it('holds while an instance is killed: each event came once, and all were published', async () => {
    await waitFor(() => kills >= 2, { what: 'two kills' });
    over.is = true;
    await killing;
    const left = `SELECT count(*) FROM notification WHERE published_at IS NULL`;
    await waitFor(async () => (await webhooks.count(left)) === 0, { what: 'everything to be published' });
    const doubled = `SELECT count(*) FROM (SELECT FROM delivery_attempt WHERE event = ANY($1) GROUP BY delivery_id, round, attempt HAVING count(*) > 1) AS twice`;
    expect(await webhooks.count(doubled, [OPERATIONAL_EVENT_NAMES])).toBe(0);
    const deliveredTwice = webhooks.receiver
      .requests()
      .filter(({ path }) => path.startsWith('/watch/'))
      .map(({ path, eventid }) => `${path} ${eventid}`)
      .filter((each, index, all) => all.indexOf(each) !== index);
    expect(deliveredTwice).toEqual([]);
    for (const watch of new Set(webhooks.receiver.requests().flatMap(({ path }) => (path.startsWith('/watch/') ? [path] : [])))) {
      const times = webhooks.receiver.requests(watch).map((request) => request.json<{ timestamp: string }>().timestamp);
      expect(times).toEqual([...new Set(times)].toSorted()); // Decisions have an order, and no two have the same time.
    }
  });
});

describe('many receivers of one account', () => {
  const countsOf = (story: OperationalStory, type: 'receiver.failing' | 'receiver.recovered'): number[] =>
    story.told(type).map(({ data }) => data.count);

  story('reports one receiver, and a thousand more at once in one event', async () => {
    const many = await OperationalStory.begin(calmWebhooks);
    const { receiverId } = await many.add('first', { events: ['onReturn'] });
    await calmBed.database.query(LIKE_IT, [receiverId, MANY - 1]);
    await many.recordFailures([receiverId]);
    await many.untilTold('receiver.failing');
    await calmBed.database.query(ATTEMPTS_LIKE_ITS, [receiverId, many.account, ['onReturn']]);
    await many.settled();
    expect(countsOf(many, 'receiver.failing')).toEqual([1, MANY - 1]);
    await many.record([{ receiverId, attemptedAt: Date.now(), outcome: 'accepted' }]);
    await many.untilTold('receiver.recovered');
    await calmBed.database.query(ATTEMPTS_LIKE_ITS, [receiverId, many.account, ['onReturn']]);
    await many.settled();
    expect(countsOf(many, 'receiver.recovered')).toEqual([1, MANY - 1]);
  });
});
