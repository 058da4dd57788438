// The receiver package for Node over a real database: nothing is lost and nothing is done twice.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { Busy, onceByEventId, PostgresMemory, type UnknownWebhook, WEBHOOK_EVENT_TABLE } from '../../packages/receiver-node/src/index.js';
import { useTestBed } from '../support/test-bed.js';

const bed = useTestBed();
const webhook: UnknownWebhook = { kind: 'unknown', event: 'onParked', eventid: 'e-1', timestamp: null, body: {} };
let pool: pg.Pool;

beforeAll(async () => {
  pool = new pg.Pool({ connectionString: bed.database.url });
  pool.on('error', () => undefined); // the bed drops its database first
  await pool.query(WEBHOOK_EVENT_TABLE);
  await pool.query('CREATE TABLE inbox (eventid text NOT NULL)');
});
beforeEach(async () => void (await pool.query('TRUNCATE webhook_event, inbox')));
afterAll(() => pool.end());

const inbox = async (): Promise<string[]> =>
  (await pool.query<{ eventid: string }>('SELECT eventid FROM inbox')).rows.map(({ eventid }) => eventid);
const storeThen = (then: () => Promise<void>): ((each: UnknownWebhook) => Promise<void>) =>
  onceByEventId(new PostgresMemory(pool), async ({ eventid }, client) => {
    await client.query('INSERT INTO inbox VALUES ($1)', [eventid]);
    await then();
  });
const store = (each: UnknownWebhook): Promise<void> => storeThen(() => Promise.resolve())(each);

const ROOT = join(import.meta.dirname, '../..');
/** Ends itself between the work and the answer. */
const KILLED = `
  import pg from 'pg';
  import { onceByEventId, PostgresMemory } from './index.js';
  const store = onceByEventId(new PostgresMemory(new pg.Pool({ connectionString: process.env.URL })), async ({ eventid }, client) => {
    await client.query('INSERT INTO inbox VALUES ($1)', [eventid]);
    process.kill(process.pid, 'SIGKILL');
  });
  await store({ eventid: 'e-1' });`;

describe('an event', () => {
  it('is stored once, however often it comes', async () => {
    await store(webhook);
    await store(webhook);
    await store({ ...webhook, eventid: 'e-2' });
    expect((await inbox()).toSorted()).toEqual(['e-1', 'e-2']);
  });

  it('is stored by a later repeat when the work failed', async () => {
    await expect(storeThen(() => Promise.reject(new Error('no')))(webhook)).rejects.toThrow('no');
    expect(await inbox()).toEqual([]);
    await store(webhook);
    expect(await inbox()).toEqual(['e-1']);
  });

  it('is not confirmed when the work hides a failed statement', async () => {
    const hides = onceByEventId(new PostgresMemory(pool), async ({ eventid }, client) => {
      await client.query('INSERT INTO inbox VALUES ($1)', [eventid]);
      await client.query('SELECT 1 / 0').catch(() => undefined);
    });
    await expect(hides(webhook)).rejects.toThrow('nothing was stored');
    await store(webhook);
    expect(await inbox()).toEqual(['e-1']);
  });

  it('is refused while another request stores it, and other events are not', async () => {
    let finish = (): void => undefined;
    const work = new Promise<void>((resolve) => (finish = resolve));
    let begun = (): void => undefined;
    const isAtWork = new Promise<void>((resolve) => (begun = resolve));
    const first = storeThen(() => {
      begun();
      return work;
    })(webhook);
    await isAtWork;
    await expect(store(webhook)).rejects.toThrow(Busy);
    await store({ ...webhook, eventid: 'e-2' });
    finish();
    await first;
    expect((await inbox()).toSorted()).toEqual(['e-1', 'e-2']);
  });

  it('is stored by a later repeat when the connection broke', async () => {
    const breaks = onceByEventId(new PostgresMemory(pool), async ({ eventid }, client) => {
      await client.query('INSERT INTO inbox VALUES ($1)', [eventid]);
      await client.query('SELECT pg_terminate_backend(pg_backend_pid())');
    });
    await expect(breaks(webhook)).rejects.toThrow();
    await store(webhook);
    expect(await inbox()).toEqual(['e-1']);
  });

  it('is stored by a later repeat when the process was killed at work', async () => {
    const folder = mkdtempSync(join(ROOT, '.cache', 'receiver-node-')); // within the clone, so that `pg` is found
    const tsc = join(ROOT, 'node_modules/.bin/tsc');
    execFileSync(tsc, ['-p', join(ROOT, 'packages/receiver-node/tsconfig.build.json'), '--outDir', folder]);
    writeFileSync(join(folder, 'killed.mjs'), KILLED);
    const child = spawn(process.execPath, [join(folder, 'killed.mjs')], { env: { ...process.env, URL: bed.database.url } });
    await once(child, 'exit');
    rmSync(folder, { recursive: true });
    expect(child.signalCode).toBe('SIGKILL');
    await store(webhook);
    expect(await inbox()).toEqual(['e-1']);
  });
});
