import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AxiosResponse } from 'axios';
import { Client } from 'pg';
import { type TrackingEvent } from '#libs/contracts';
import { insertReceiver } from '../builders/receiver-row.js';
import { eventMessage, trackingEvent } from '../builders/tracking-event.js';
import { api } from '../support/api.js';
import type { App } from '../support/app.js';
import { describeOpenDeliveries } from '../support/open-deliveries.js';
import { useOwnServers } from '../support/own-servers.js';
import type { TestReceiver } from '../support/receiver.js';
import { KILLED } from '../support/test-bed.js';
import { lagOf } from '../support/topics.js';
import { waitFor } from '../support/wait-for.js';

// Broker and database die, stall and come back while webhooks flow; the apps keep running.

const servers = useOwnServers({ env: { ...KILLED, LOG_LEVEL: 'warn' } });
const LONGER_THAN_A_SESSION_MS = 1.25 * Number(KILLED.KAFKA_SESSION_TIMEOUT_MS);
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

/** Publishes events, and returns while webhooks of many events are in flight. */
async function flow(): Promise<void> {
  const before = arrived();
  await publish(300);
  await waitFor(() => arrived() > before + 20, { what: 'the first webhooks' });
}

async function expectNothingLost(): Promise<void> {
  await untilAllArrived().catch(async (error: unknown) => {
    const ready = await (await fetch(`${sender.internalUrl}/health/ready`)).text();
    throw new Error(`${ready} ${await describeOpenDeliveries(bed, [sender])}`, { cause: error });
  });
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

describe('after the database was killed and restarted', () => {
  it('deliveries continue by themselves, none is lost or a dead letter; an event that could not be stored kept its offset', async () => {
    await flow();
    await servers.database.kill();
    await publish(100);
    const group = `${bed.topicPrefix}webhook-sender.events`;
    await waitFor(() => sender.logs().some(({ event }) => event === 'batch.failed' || event === 'events.notFannedOut'));
    expect(await lagOf(group, `${bed.topicPrefix}events`)).toBeGreaterThanOrEqual(100);
    await servers.database.restart();
    await expectNothingLost();
  });
});

/** Records each status of a delivery with its transaction, because polling misses a status that lasts for a moment. */
const NOTE_STATUSES = `
  CREATE TABLE noted_status (number bigserial, eventid uuid, status text, xact text);
  CREATE FUNCTION note_status() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO noted_status (eventid, status, xact) VALUES (NEW.eventid, NEW.status, pg_current_xact_id()::text); RETURN NULL; END $$;
  CREATE TRIGGER note_status AFTER INSERT OR UPDATE ON delivery FOR EACH ROW EXECUTE FUNCTION note_status()`;

describe('the broker', () => {
  let app: App;
  let caller: ReturnType<typeof api>;

  beforeAll(async () => {
    app = await bed.startApp('token-api');
    caller = api(app.url, await bed.createAccountAndToken({ user: 2, scope: 'write' }));
    await untilAccepted('BEFORE');
  });

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
  const tell = async (word: string): Promise<[AxiosResponse, AxiosResponse]> =>
    Promise.all([caller.put('/consignments', record(word)), caller.post('/scans', scan(word))]);
  const readiness = async (): Promise<number> => (await fetch(`${app.internalUrl}/health/ready`)).status;
  const isThere = async (topic: string, word: string): Promise<boolean> =>
    (await bed.readTopic(topic)).some(({ value }) => value?.includes(word));

  interface Answers {
    readonly told: readonly AxiosResponse[];
    readonly ready: number;
    readonly listed: number;
  }

  /** Returns the answers of the API at this moment. */
  async function ask(word: string): Promise<Answers> {
    const [told, ready, list] = await Promise.all([tell(word), readiness(), caller.get('/deliveries')]);
    return { told, ready, listed: list.status };
  }

  function expectRefusals({ told, ready, listed }: Answers): void {
    for (const answer of told) {
      expect(answer.status).toBe(503);
      expect(answer.data).toMatchObject({ type: 'server_error', errors: [{ code: 'service_unavailable' }] });
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    // Requests that need only the database still work: revoking a token, looking for a webhook.
    expect([ready, listed]).toEqual([200, 200]);
  }

  async function untilAccepted(word: string): Promise<void> {
    await waitFor(async () => (await tell(word)).every(({ status }) => status === 202), { what: `${word} to be accepted` });
    await waitFor(async () => (await readiness()) === 200, { what: 'readiness' });
    await Promise.all(['records', 'scans'].map((topic) => waitFor(() => isThere(topic, word), { what: `${word} in ${topic}` })));
  }

  describe('after a kill and a restart', () => {
    let answers: Answers;

    beforeAll(async () => {
      await flow();
      await servers.broker.kill();
      answers = await ask('DOWN');
      await servers.broker.restart();
      await publish(100);
    });

    it('deliveries continue by themselves, none is lost or a dead letter', expectNothingLost);

    it('the API answered 503 meanwhile, and served requests that need no broker', () => expectRefusals(answers));

    it('the API answers 202 again, and the messages are in their topics', () => untilAccepted('RESTARTED'));
  });

  describe('after a pause longer than a session time-out', () => {
    let answers: Answers;
    let tested: AxiosResponse;
    let test: () => Promise<AxiosResponse<{ status: string }>>;
    const rows = () =>
      bed.database.query<{ eventid: string; status: string }>('SELECT eventid, status FROM delivery WHERE is_test ORDER BY created_at');

    beforeAll(async () => {
      const receiverId = await insertReceiver(bed.database, { account: 2, url: receiver.url('/tested') });
      test = () => caller.post<{ status: string }>(`/receivers/${receiverId}/test`, { event: 'onDelay' });
      expect((await test()).data.status).toBe('delivered');
      await flow();
      await bed.database.query(NOTE_STATUSES);
      await servers.broker.pause();
      const resumesAtMs = Date.now() + LONGER_THAN_A_SESSION_MS;
      [answers, tested] = await Promise.all([ask('STILL'), test()]); // Sent before the broker can answer anything.
      await waitFor(() => Date.now() > resumesAtMs, { what: 'the length of the pause itself' });
      servers.broker.resume();
      await publish(100);
    });

    it('deliveries continue by themselves, none is lost or a dead letter', expectNothingLost);

    it('the API answered 503 meanwhile, and served requests that need no broker', () => expectRefusals(answers));

    it('the API answers 202 again, and the messages are in their topics', () => untilAccepted('RESUMED'));

    it('a test event that the broker does not accept becomes a cancelled delivery, holds no connection, and is not sent later', async () => {
      expect(tested.status).toBe(503);
      // Two transactions: before the broker answered, the row existed and held no connection.
      const noted = await bed.database.query<{ status: string; xact: string }>(
        'SELECT status, xact FROM noted_status WHERE eventid = $1 ORDER BY number',
        [(await rows())[1]!.eventid],
      );
      expect(noted.map(({ status }) => status)).toEqual(['pending', 'cancelled']);
      expect(new Set(noted.map(({ xact }) => xact)).size).toBe(2);
      await waitFor(async () => (await test()).data.status === 'delivered', { what: 'the next test event' });
      const late = (await rows()).filter(({ status }) => status === 'cancelled');
      for (const { eventid } of late) expect(receiver.requests('/tested').map((request) => request.eventid)).not.toContain(eventid);
    });
  });
});

describe('the watchdog', () => {
  it('ends an app whose handler is stuck, and logs why; the app delivers after a restart', async () => {
    await waitFor(sender.isReady, { what: 'a member of its groups, which can leave them' });
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
