import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TrackingEvent } from '#libs/contracts';
import { Client } from 'pg';
import { insertReceiver } from '../builders/receiver-row.js';
import { eventMessage, trackingEvent } from '../builders/tracking-event.js';
import { type App, type AppName, launchApp } from '../support/app.js';
import { stdoutOf } from '../support/command.js';
import type { TestReceiver } from '../support/receiver.js';
import { settableClock } from '../support/settable-clock.js';
import { startSilentLink } from '../support/silent-link.js';
import { useStories } from '../support/stories.js';
import { suspend } from '../support/suspend.js';
import { KILLED, useTestBed } from '../support/test-bed.js';
import { testStack } from '../support/test-stack.js';
import { createTopics, deleteTopics, uniqueTopicPrefix } from '../support/topics.js';
import { waitFor } from '../support/wait-for.js';

/** Early starts, stops at bad moments, pauses and changed clocks: how an app copes with them without help. */
const bed = useTestBed({ partitions: 2, env: { ...KILLED, RETRY_DELAY_MS: '600000', LOG_LEVEL: 'info' } });
let receiver: TestReceiver;

beforeAll(async () => {
  receiver = await bed.startReceiver();
});

const story = useStories();

let account = 0;
async function receiverAt(path: string, timeoutMs = 60_000): Promise<number> {
  account += 1;
  await insertReceiver(bed.database, { account, url: receiver.url(path), timeoutMs });
  return account;
}

async function send(of: number, count: number, consignments = [randomUUID()]): Promise<TrackingEvent[]> {
  const events = Array.from({ length: count }, (_, index) =>
    trackingEvent({ account: of, consignmentId: consignments[index % consignments.length]! }),
  );
  await bed.publish('events', events.map(eventMessage));
  return events;
}

const logged = (app: Pick<App, 'logs'>, event: string): boolean => app.logs().some((line) => line['event'] === event);
/** Starts an app as an orchestrator does: without waiting until it is ready. */
const launch = (name: AppName, env: Record<string, string>): Promise<App> => launchApp(name, { ...bed.env, ...env });

const healthOf = async ({ internalUrl }: App, probe: string): Promise<[number, Record<string, string>]> => {
  const answer = await fetch(`${internalUrl}/health/${probe}`);
  return [answer.status, (await answer.json()) as Record<string, string>];
};

describe('an app that starts before schema and topics exist', () => {
  const prefix = uniqueTopicPrefix();
  afterAll(() => deleteTopics(prefix));

  story('is alive but not ready, says what it waits for, and works when they appear', async () => {
    const url = new URL(testStack().databaseUrl);
    url.pathname = `/early_${Date.now()}`;
    const admin = new Client({ connectionString: testStack().databaseUrl });
    await admin.connect();
    await admin.query(`CREATE DATABASE ${url.pathname.slice(1)}`);
    const app = await launch('event-builder', { DATABASE_URL: url.href, TOPIC_PREFIX: prefix });
    await waitFor(() => app.logs().some(({ event, reason }) => event === 'start.waits' && String(reason).includes('migrate')));
    expect(await healthOf(app, 'live')).toEqual([200, { status: 'ok' }]);
    expect(await healthOf(app, 'ready')).toEqual([503, expect.objectContaining({ database: expect.stringContaining('migrate') })]);
    stdoutOf(await bed.runCommand(['migrate'], { DATABASE_URL: url.href }));
    await waitFor(() => app.logs().some(({ event, reason }) => event === 'start.waits' && String(reason).includes('cli -- topics')));
    await createTopics(prefix, 1);
    await waitFor(app.isReady, { what: 'the app to be ready' });
    await app.stop();
    await admin.query(`DROP DATABASE ${url.pathname.slice(1)} WITH (FORCE)`);
    await admin.end();
  });

  story('gives up after START_WITHIN_MS, with one sentence that names what is missing', async () => {
    const app = await launch('token-api', { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nothing', START_WITHIN_MS: '500' });
    const reason = /the database nothing at 127\.0\.0\.1:9 cannot be used: connect ECONNREFUSED/;
    expect(await app.expectEnd(reason)).toEqual({ code: 1, signal: null });
  });

  story('refuses a default language without texts, naming it, instead of using English', async () => {
    const app = await launch('event-builder', { DEFAULT_LANGUAGE: 'hu' });
    const reason = /DEFAULT_LANGUAGE is hu, which has no texts: choose one of cs, da, de/;
    expect(await app.expectEnd(reason)).toEqual({ code: 1, signal: null });
  });

  story('ends at once with exit code 0 if SIGTERM comes while it waits', async () => {
    const app = await launch('webhook-sender', { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nothing' });
    await waitFor(() => logged(app, 'start.waits'));
    app.kill('SIGTERM').catch(() => undefined);
    expect(await app.exited).toEqual({ code: 0, signal: null });
  });
});

describe('an unhandled rejection', () => {
  story('ends the app with a log line that identifies it', async () => {
    const preload = new URL('../support/stray-rejection.mjs', `file://${import.meta.dirname}/`).href;
    const app = await bed.startProcess('event-builder', { NODE_OPTIONS: `--import=${preload}` });
    app.kill('SIGUSR2').catch(() => undefined);
    expect(await app.expectEnd(/app\.unhandledRejection/)).toEqual({ code: 1, signal: null });
    const line = app.logs().find(({ event }) => event === 'app.unhandledRejection');
    expect(line).toMatchObject({ error: 'not handled' });
  });
});

describe('a stop', () => {
  story('waits for the POST in flight even after a second SIGTERM, records it and exits with 0', async () => {
    receiver.behave('/hangs', { kind: 'hang' });
    const sender = await bed.startProcess('webhook-sender');
    const [event] = await send(await receiverAt('/hangs', 15_000), 1);
    await waitFor(() => receiver.requests('/hangs').length === 1);
    void sender.kill('SIGTERM');
    await new Promise((resolve) => setImmediate(resolve));
    void sender.kill('SIGTERM');
    void sender.kill('SIGINT');
    expect(await sender.exited).toEqual({ code: 0, signal: null });
    const rows = await bed.database.query('SELECT outcome FROM delivery_attempt JOIN delivery USING (delivery_id) WHERE eventid = $1', [
      event!.payload.eventid,
    ]);
    expect(rows).toEqual([{ outcome: 'timeout' }]);
  });

  story('ends token-api and event-builder in time and with 0 while the database is silent', async () => {
    const url = new URL(bed.database.url);
    const link = await startSilentLink({ host: url.hostname, port: Number(url.port) });
    url.port = String(link.port);
    const names: AppName[] = ['token-api', 'event-builder'];
    const apps = await Promise.all(names.map((name) => bed.startProcess(name, { DATABASE_URL: url.href })));
    link.silence();
    for (const app of apps) {
      await waitFor(async () => (await healthOf(app, 'ready'))[0] === 503, { what: 'not ready' });
      expect((await healthOf(app, 'live'))[0]).toBe(200);
    }
    await Promise.all(apps.map((app) => app.stop())); // Each must end within 40 s.
    await link.close();
  });
});

// Runs separately from the other tests: they would share the partitions, and a machine that starts all apps at once can stall for longer
// than a session.
describe('a process that was paused for longer than its session time-out', () => {
  it('begins no POST of the partitions that it has lost meanwhile', async () => {
    const slow = { MAX_IN_FLIGHT_PER_RECEIVER: '1' };
    receiver.behave('/paused', { kind: 'answer', delayMs: 60 });
    const of = await receiverAt('/paused');
    const paused = await bed.startProcess('webhook-sender', slow);
    const events = await send(
      of,
      100,
      Array.from({ length: 8 }, () => randomUUID()),
    );
    await waitFor(() => receiver.requests('/paused').length > 5);
    await suspend(paused.pid);
    const other = await bed.startApp('webhook-sender', slow);
    const seen = receiver.requests('/paused').length;
    await waitFor(() => receiver.requests('/paused').length > seen + 20, { what: 'the other instance to continue' });
    process.kill(paused.pid, 'SIGCONT');
    const arrived = (): number => new Set(receiver.requests('/paused').map(({ eventid }) => eventid)).size;
    await waitFor(() => arrived() === events.length, { what: 'all webhooks' });
    const [open] = await bed.database.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM delivery WHERE status = 'pending' AND account_id = $1`,
      [of],
    );
    expect(open?.count).toBeLessThanOrEqual(2);
    expect(receiver.requests('/paused').length - events.length).toBeLessThanOrEqual(1); // The POST that was in flight when the process was paused.
    await Promise.all([paused.stop(), other.stop()]);
  });
});

describe('a wall clock', () => {
  it('that is set back and forth by an hour stops nothing and duplicates nothing', async () => {
    const { env, set } = settableClock();
    const sender = await bed.startProcess('webhook-sender', env);
    const of = await receiverAt('/clock');
    const arrives = async (): Promise<void> => {
      const before = receiver.requests('/clock').length;
      await send(of, 10);
      await waitFor(() => receiver.requests('/clock').length >= before + 10, { what: 'ten more' });
      expect(receiver.requests('/clock')).toHaveLength(before + 10);
    };
    await arrives();
    set(-3_600_000);
    await waitFor(() => sender.logs().filter(({ event }) => event === 'consumer.rejoins').length >= 3, {
      what: 'all consumers to rejoin',
    });
    await arrives();
    set(3_600_000);
    await arrives();
    set(0);
    await arrives();
    expect(sender.isRunning()).toBe(true);
    await sender.stop();
  });
});
