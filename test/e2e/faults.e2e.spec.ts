import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AxiosResponse } from 'axios';
import { Client } from 'pg';
import { type TrackingEvent } from '#libs/contracts';
import { insertReceiver } from '../builders/receiver-row.js';
import { eventMessage, trackingEvent } from '../builders/tracking-event.js';
import { api } from '../support/api.js';
import type { App } from '../support/app.js';
import { useOwnServers } from '../support/own-servers.js';
import type { TestReceiver } from '../support/receiver.js';
import { KILLED } from '../support/test-bed.js';
import { lagOf } from '../support/topics.js';
import { waitFor } from '../support/wait-for.js';

// Broker and database die, stop and come back while webhooks flow; the apps are left alone.

const servers = useOwnServers({ env: { ...KILLED, LOG_LEVEL: 'warn' } });
const { bed } = servers;
let receiver: TestReceiver;
let sender: App;

beforeAll(async () => {
  receiver = await bed.startReceiver();
  await insertReceiver(bed.database, { account: 1, url: receiver.url('/') });
  sender = await bed.startApp('webhook-sender');
});

const published: TrackingEvent[] = [];

async function publish(count: number): Promise<void> {
  const events = Array.from({ length: count }, () => trackingEvent({ account: 1 }));
  published.push(...events);
  await bed.publish('events', events.map(eventMessage));
}

const arrived = (): number => new Set(receiver.requests('/').map(({ eventid }) => eventid)).size;
const untilAllArrived = (): Promise<unknown> =>
  waitFor(() => arrived() === published.length, { what: `${published.length} events at the receiver` });

async function expectNothingLost(): Promise<void> {
  await untilAllArrived();
  const rows = await waitFor(async () => {
    const counts = await bed.database.query<{ status: string; count: number }>(
      'SELECT status, count(*)::int AS count FROM delivery WHERE NOT is_test GROUP BY 1',
    );
    return counts.length === 1 && counts[0]?.count === published.length ? counts : undefined;
  });
  expect(rows).toEqual([{ status: 'delivered', count: published.length }]);
  expect(await bed.readTopic('events.dlq')).toEqual([]);
  expect(await bed.readTopic('delivery-attempts.dlq')).toEqual([]);
  expect(sender.isRunning()).toBe(true);
}

describe('deliveries go on by themselves, nothing lost, nothing in the dead letters', () => {
  it('after the database was killed and came back; what could not be stored meanwhile kept its offset', async () => {
    await publish(300);
    await waitFor(() => arrived() > 20);
    await servers.database.kill();
    await publish(100);
    const group = `${bed.topicPrefix}webhook-sender.events`;
    await waitFor(() => sender.logs().some(({ event }) => event === 'batch.failed' || event === 'events.notFannedOut'));
    expect(await lagOf(group, `${bed.topicPrefix}events`)).toBeGreaterThanOrEqual(100);
    await servers.database.restart();
    await expectNothingLost();
  });

  it('after the broker was killed and came back', async () => {
    await publish(300);
    const before = arrived();
    await waitFor(() => arrived() > before + 20);
    await servers.broker.kill();
    await servers.broker.restart();
    await publish(100);
    await expectNothingLost();
  });

  it('after the broker was paused for longer than a session lasts', async () => {
    await publish(300);
    const before = arrived();
    await waitFor(() => arrived() > before + 20);
    await servers.broker.pause();
    const pausedAtMs = Date.now();
    await waitFor(() => Date.now() - pausedAtMs > 15_000, { what: 'the length of the pause itself' });
    servers.broker.resume();
    await publish(100);
    await expectNothingLost();
  });
});

/** Notes each status that a delivery has had, with its transaction: a state that lasts for a moment is missed by who looks from time to time. */
const NOTE_STATUSES = `
  CREATE TABLE noted_status (number bigserial, eventid uuid, status text, xact text);
  CREATE FUNCTION note_status() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO noted_status (eventid, status, xact) VALUES (NEW.eventid, NEW.status, pg_current_xact_id()::text); RETURN NULL; END $$;
  CREATE TRIGGER note_status AFTER INSERT OR UPDATE ON delivery FOR EACH ROW EXECUTE FUNCTION note_status()`;

describe('the API while the broker takes no messages', () => {
  const scan = (trackingNumber: string) => ({
    courier: 'acme-express',
    tracking_number: trackingNumber,
    occurred_at: new Date().toISOString(),
    status_hint: 'OutForDelivery',
  });
  const record = (trackingNumber: string) => ({
    references: { ...trackingEvent({ account: 2 }).payload.references, courier: 'acme-express', tracking_number: trackingNumber },
    links: { tracking_link: 'https://carrier.example/track/1' },
  });
  let app: App;
  let caller: ReturnType<typeof api>;

  beforeAll(async () => {
    app = await bed.startApp('token-api');
    caller = api(app.url, await bed.createAccountAndToken({ user: 2, scope: 'write' }));
  });

  const tell = async (word: string): Promise<[AxiosResponse, AxiosResponse]> =>
    Promise.all([caller.put('/consignments', record(word)), caller.post('/scans', scan(word))]);
  const readiness = async (): Promise<[number, string]> => {
    const answer = await fetch(`${app.internalUrl}/health/ready`);
    return [answer.status, await answer.text()];
  };
  const isThere = async (topic: string, word: string): Promise<boolean> =>
    (await bed.readTopic(topic)).some(({ value }) => value?.includes(word));

  async function expectRefusals(word: string): Promise<void> {
    const [answers, [status, reasons]] = await Promise.all([tell(word), readiness()]);
    for (const answer of answers) {
      expect(answer.status).toBe(503);
      expect(answer.data).toMatchObject({ type: 'server_error', errors: [{ code: 'service_unavailable' }] });
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    // What needs the database alone goes on: a token can be revoked, a webhook looked for.
    expect([status, reasons]).toEqual([200, expect.any(String)]);
    expect((await caller.get('/deliveries')).status).toBe(200);
  }

  async function expectAccepted(word: string): Promise<void> {
    await waitFor(async () => (await tell(word)).every(({ status }) => status === 202));
    await waitFor(async () => (await readiness())[0] === 200);
    for (const topic of ['records', 'scans']) await waitFor(() => isThere(topic, word), { what: `${word} in ${topic}` });
  }

  it('answers 503 while the broker is still paused, and serves what needs no broker; afterwards 202, and the messages are there', async () => {
    await expectAccepted('BEFORE');
    await servers.broker.pause();
    await expectRefusals('STILL'); // before the broker can answer anything
    servers.broker.resume();
    await expectAccepted('RESUMED');
  });

  it('a test event that the broker does not take is a cancelled delivery, no connection held for it, and is not POSTed later', async () => {
    const receiverId = await insertReceiver(bed.database, { account: 2, url: receiver.url('/tested') });
    const test = () => caller.post<{ status: string }>(`/receivers/${receiverId}/test`, { event: 'onDelay' });
    const rows = () =>
      bed.database.query<{ eventid: string; status: string }>('SELECT eventid, status FROM delivery WHERE is_test ORDER BY created_at');
    expect((await test()).data.status).toBe('delivered');
    await bed.database.query(NOTE_STATUSES);
    await servers.broker.pause();
    const answer = await test();
    servers.broker.resume();
    expect(answer.status).toBe(503);
    const { eventid } = (await rows())[1]!;
    // In two transactions: the row stood, and held no connection, before the broker had answered.
    const noted = await bed.database.query<{ status: string; xact: string }>(
      'SELECT status, xact FROM noted_status WHERE eventid = $1 ORDER BY number',
      [eventid],
    );
    expect(noted.map(({ status }) => status)).toEqual(['pending', 'cancelled']);
    expect(new Set(noted.map(({ xact }) => xact)).size).toBe(2);
    await waitFor(async () => (await test()).data.status === 'delivered');
    const late = (await rows()).filter(({ status }) => status === 'cancelled');
    for (const { eventid } of late) expect(receiver.requests('/tested').map((request) => request.eventid)).not.toContain(eventid);
  });

  it('answers 503 while the broker is still down, and goes on with what needs none; afterwards 202, and the messages are there', async () => {
    await servers.broker.kill();
    await expectRefusals('DOWN');
    await servers.broker.restart();
    await expectAccepted('RESTARTED');
  });
});

describe('the watchdog', () => {
  it('ends an app whose handler is stuck, with a word why; started again it delivers', async () => {
    await waitFor(sender.isReady, { what: 'a member of its groups, who can leave them' });
    await sender.stop();
    const stuck = await bed.startProcess('webhook-sender', { STUCK_AFTER_MS: '2000', DATABASE_STATEMENT_TIMEOUT_MS: '0' });
    const blocker = new Client({ connectionString: bed.database.url });
    await blocker.connect();
    await blocker.query('BEGIN; LOCK TABLE delivery IN ACCESS EXCLUSIVE MODE');
    await publish(10);
    const { code } = await stuck.expectEnd(/makes no progress/);
    await blocker.end();
    expect(code).toBe(1);
    expect(stuck.logs()).toContainEqual(
      expect.objectContaining({ event: 'app.failed', reason: expect.stringContaining('makes no progress') }),
    );
    sender = await bed.startApp('webhook-sender');
    await expectNothingLost();
  });
});
