import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { parcel, type Parcel } from '../builders/parcel.js';
import { insertReceiver } from '../builders/receiver-row.js';
import type { App } from '../support/app.js';
import { stdoutOf } from '../support/command.js';
import { useOwnServers } from '../support/own-servers.js';
import type { TestReceiver } from '../support/receiver.js';
import { KILLED, type TestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

// Tests docs/backup-and-moves.md, "Backup and restore". The database is backed up while it works, lost, and restored; the topics are read again.

const run = promisify(execFile);
const HOUR_MS = 60 * 60 * 1000;
const PARCELS = 40;
const SCANS = ['OutForDelivery', 'Delivered'];
/** onCreated, onDispatch, onOutForDelivery, onDelivered. */
const EVENTS = 4;

/** Both beds get the same parcels, so that ids can be compared. */
const waves = [1, 2, 3].map((wave) =>
  Array.from({ length: PARCELS }, (_, index) => parcel({ account: 1, trackingNumber: `W${wave}-${index}` })),
);

const servers = useOwnServers({ twin: true, env: KILLED });
const receivers = new Map<TestBed, TestReceiver>();

async function prepare(bed: TestBed): Promise<void> {
  const receiver = await bed.startReceiver();
  receiver.behave('/flaky', { kind: 'fail', times: 1 });
  for (const path of ['/plain', '/flaky']) await insertReceiver(bed.database, { account: 1, url: receiver.url(path) });
  receivers.set(bed, receiver);
}

const NAMES = ['event-builder', 'webhook-sender'] as const;

beforeAll(async () => {
  await Promise.all([prepare(servers.twin), prepare(servers.bed)]);
});

async function publish(bed: TestBed, parcels: readonly Parcel[]): Promise<void> {
  await bed.publish(
    'records',
    parcels.map((each) => each.record()),
  );
  for (const [hour, status] of SCANS.entries()) {
    await bed.publish(
      'scans',
      parcels.map((each) => each.scan(status, `2026-03-30T0${hour + 7}:00:00Z`)),
    );
  }
}

/** Returns the webhooks that each path has got, without repetitions. */
const told = (bed: TestBed, path: string): string[] => {
  const lines = (receivers.get(bed)?.requests(path) ?? []).map((request) => {
    const { event, references } = request.json<{ event: string; references: { tracking_number: string } }>();
    return `${references.tracking_number} ${event} ${request.eventid}`;
  });
  return [...new Set(lines)].toSorted();
};

const deliveries = (bed: TestBed): Promise<unknown[]> =>
  bed.database.query(`SELECT eventid, right(url, 6) AS path, status FROM delivery JOIN receiver USING (receiver_id) ORDER BY 1, 2`);

const standing = async (bed: TestBed): Promise<unknown> => ({
  plain: told(bed, '/plain'),
  flaky: told(bed, '/flaky'),
  deliveries: await deliveries(bed),
});

const delivered = async (bed: TestBed): Promise<number> =>
  (await bed.database.query(`SELECT 1 FROM delivery WHERE status = 'delivered'`)).length;

const untilDelivered = (bed: TestBed, parcels: number): Promise<unknown> =>
  waitFor(async () => (await delivered(bed)) === parcels * EVENTS * 2, { what: `webhooks of ${parcels} parcels at both receivers` });

/** Makes a base backup of the running server, as pg_basebackup does: its files, and the log written meanwhile. */
async function backUp(files: string, to: string): Promise<Date> {
  const client = new Client({ connectionString: servers.bed.database.url });
  await client.connect();
  const { rows: began } = await client.query<{ at: Date }>(`SELECT now() AS at FROM pg_backup_start('test', fast => true)`);
  await run('cp', ['-a', files, to]).catch(() => undefined); // Files that disappear meanwhile are in the log.
  const { rows: ended } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)');
  await client.end();
  await run('cp', ['-a', `${join(files, 'pg_wal')}/.`, join(to, 'pg_wal')]);
  await run('cp', ['-a', join(to, 'PG_VERSION'), join(to, 'backup_label')]); // Keeps the owner of the other files.
  await writeFile(join(to, 'backup_label'), ended[0]?.labelfile ?? '');
  await rm(join(to, 'postmaster.pid'), { force: true });
  return began[0]?.at ?? new Date(NaN);
}

const resetTo = (at: Date): Promise<string> => servers.bed.runCommand(['offsets:reset', '--to', at.toISOString()]).then(stdoutOf);

describe('a database that is lost and restored to its backup', () => {
  it('ends in the same state as an undisturbed twin when the topics are read again: same events and deliveries, nothing lost or invented', async () => {
    const [, second = [], third = []] = waves;
    const { bed, database } = servers;
    const [undisturbed, apps] = await Promise.all([tellTwin(), begin()]);
    const load = publish(bed, second);
    await waitFor(() => told(bed, '/plain').length > PARCELS * EVENTS);
    const backup = `${database.files}.backup`;
    const at = await backUp(database.files, backup);
    await load;
    await publish(bed, third);
    await waitFor(() => told(bed, '/flaky').length > PARCELS * EVENTS * 2); // Some of the third wave has arrived; the backup contains none of it.

    await database.kill();
    await rm(database.files, { recursive: true });
    await Promise.all(apps.map((app) => app.kill()));
    const before = receivers.get(bed)?.requests('/plain').length ?? 0;

    await run('cp', ['-a', backup, database.files]);
    await database.restart();
    expect(await delivered(bed)).toBeLessThan(before * 2);
    const reset = await untilReset(new Date(at.getTime() - HOUR_MS));
    expect(reset.groups.map(({ messages }) => messages > 0)).toEqual([true, true, true, true, true]);
    await Promise.all(NAMES.map((name) => bed.startApp(name)));
    await untilDelivered(bed, PARCELS * 3);

    expect(await standing(bed)).toEqual(undisturbed);
    const counts = new Map<string, number>();
    for (const { eventid = '' } of receivers.get(bed)?.requests('/plain') ?? []) counts.set(eventid, (counts.get(eventid) ?? 0) + 1);
    expect(Math.max(...counts.values())).toBe(2); // Once before the loss, once after the restore.
    const ofFirst = told(bed, '/plain')
      .filter((line) => line.startsWith('W1-'))
      .map((line) => counts.get(line.split(' ')[2] ?? ''));
    expect(new Set(ofFirst)).toEqual(new Set([1])); // The backup knows that these events were delivered.
  });

  /** The apps are processes of their own, because they are killed together with the database. */
  async function begin(): Promise<App[]> {
    const { bed } = servers;
    const apps = await Promise.all(NAMES.map((name) => bed.startProcess(name)));
    await publish(bed, waves[0] ?? []);
    await untilDelivered(bed, PARCELS);
    return apps;
  }

  /** Sends all waves without a disturbance. Runs before the backup, because the twin's database is on the same server. */
  async function tellTwin(): Promise<unknown> {
    const apps = await Promise.all(NAMES.map((name) => servers.twin.startApp(name)));
    for (const wave of waves) await publish(servers.twin, wave);
    await untilDelivered(servers.twin, PARCELS * 3);
    await Promise.all(apps.map((app) => app.stop()));
    return standing(servers.twin);
  }

  /** The group counts a killed member until its session times out. */
  async function untilReset(at: Date): Promise<{ groups: readonly { messages: number }[] }> {
    for (let tries = 1; ; tries++) {
      try {
        return JSON.parse(await resetTo(at)) as { groups: { messages: number }[] };
      } catch (error) {
        if (tries === 60 || !String(error).includes('still run: stop the apps')) throw error;
        await pause(500);
      }
    }
  }
});
