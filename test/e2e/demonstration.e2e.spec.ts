import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startedAt } from '../../scripts/prepare/process-identity.mjs';
import { ROOT } from '../../scripts/stack/clone.js';
import { type Connection } from '../../scripts/stack/connection-file.js';
import { api } from '../support/api.js';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { testStack } from '../support/test-stack.js';
import { deleteTopics, uniqueTopicPrefix } from '../support/topics.js';
import { waitFor } from '../support/wait-for.js';

/** Runs `npm start` as its user does, but on the broker of the test run, so that the machine needs no second broker. */
describe('npm start', () => {
  const folder = temporaryFolder();
  const [stoppedFile = '', killedFile = '', disturbedFile = ''] = ['stopped', 'killed', 'disturbed'].map((name) =>
    join(folder, `${name}.json`),
  );
  const prefixes: string[] = [];
  const databases: TestDatabase[] = [];
  const running: Starter[] = [];

  const start = async (...args: string[]): Promise<Starter> => {
    const [database, prefix] = [await createDatabase(), uniqueTopicPrefix()];
    databases.push(database);
    prefixes.push(prefix);
    const env = { KAFKA_BROKERS: testStack().kafkaBrokers, DATABASE_URL: database.url, TOPIC_PREFIX: prefix, TOPIC_PARTITIONS: '3' };
    const starter = startStarter(args, env);
    running.push(starter);
    return starter;
  };
  const connectionOf = (file: string): Promise<Connection> => waitFor(() => readConnection(file), { what: 'the connection file' });
  let [demonstrating, disturbed, toStop, toKill]: Starter[] = [];

  // All at the same time: each run spends most of its time waiting for its apps.
  beforeAll(async () => {
    [demonstrating, disturbed, toStop, toKill] = await Promise.all([
      start('--once'),
      start('--once', '--connection-file', disturbedFile),
      start('--no-demo', '--connection-file', stoppedFile),
      start('--no-demo', '--connection-file', killedFile),
    ]);
  });
  afterAll(async () => {
    await Promise.all(running.map(stop));
    for (const prefix of prefixes) await deleteTopics(prefix);
    for (const database of databases) await database.drop();
  });

  // Comes first, while that run continues.
  it('with --once fails and says why in its last line if an app had to be restarted, even if every webhook arrived', async () => {
    const { 'token-api': pid = 0 } = (await connectionOf(disturbedFile)).pids;
    await waitFor(() => disturbed!.output().includes('attempt 1'), { what: 'the first webhook' });
    process.kill(pid, 'SIGKILL');
    expect((await disturbed!.exited)[0]).toBe(1);
    expect(disturbed!.output()).not.toContain('missing:');
    expect(disturbed!.output()).toMatch(/\n {2}token-api ended \(SIGKILL\) and was restarted\n$/);
  });

  it('with --once delivers every expected webhook of the samples, and shows a retry and a dead letter', async () => {
    const { output } = demonstrating!;
    const [code] = await demonstrating!.exited;
    expect({ code, output: output() }).toMatchObject({ code: 0 });
    expect(output()).not.toMatch(/not expected|restarted/);
    expect(output()).toMatch(/attempt 2/);
    expect(output()).toMatch(/dlq +1 of 1/);
  });

  it('shows a link to the console that signs in once', async () => {
    const { apiUrl } = await connectionOf(stoppedFile);
    const link = await waitFor(() => /console +(http:\S+)/.exec(toStop!.output())?.[1], { what: 'the link' });
    const [page, code] = link.split('#code=');
    expect([page, (await fetch(link)).status]).toEqual([`${apiUrl}/console/`, 200]);
    const open = () => api(apiUrl).post<unknown>('/sessions', { code });
    const opened = await open();
    expect([opened.status, opened.data]).toEqual([201, expect.objectContaining({ account: 1, scope: 'write', openedBy: 'link' })]);
    expect((await open()).status).toBe(401);
  });

  it('restarts a killed app and keeps the connection file up to date; SIGTERM leaves no process and no file', async () => {
    const connection = await connectionOf(stoppedFile);
    expect(connection.pids).not.toHaveProperty('kafka');
    expect((await api(connection.apiUrl, { user: connection.account, token: connection.token }).get('/tokens/list')).status).toBe(200);
    const killed = connection.pids['event-builder'] ?? 0;
    process.kill(killed, 'SIGKILL');
    const next = await waitFor(() => pidUnlike(stoppedFile, 'event-builder', killed), {
      what: 'another event-builder',
    });
    await waitFor(async () => (await fetch(connection.metricsUrls['event-builder'] ?? '')).ok, { what: 'its metrics' });
    expect(await stop(toStop!)).toBe(0);
    expect(toStop!.output()).toMatch(/everything stopped.*\n {2}event-builder ended \(SIGKILL\) and was restarted\n$/);
    expect(existsSync(stoppedFile)).toBe(false);
    expect([next, ...Object.values(connection.pids)].map(startedAt)).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('leaves no app and no connection file after SIGKILL', async () => {
    const connection = await connectionOf(killedFile);
    toKill!.child.kill('SIGKILL');
    await waitFor(() => Object.values(connection.pids).every((pid) => startedAt(pid) === undefined), { what: 'the end of the apps' });
    await waitFor(() => !existsSync(killedFile));
  });
});

interface Starter {
  readonly child: ChildProcess;
  readonly exited: Promise<unknown[]>;
  readonly output: () => string;
}

function startStarter(args: readonly string[], env: Readonly<Record<string, string>>): Starter {
  const child = spawn(process.execPath, [join(ROOT, 'scripts', 'start.mjs'), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { child, exited: once(child, 'exit'), output: () => output };
}

/** Stops the run with SIGTERM. @returns the exit code */
async function stop({ child, exited }: Starter): Promise<number | null> {
  child.kill('SIGTERM');
  await exited;
  return child.exitCode;
}

function readConnection(path: string): Connection | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Connection) : undefined;
}

function pidUnlike(path: string, name: string, pid: number): number | undefined {
  const now = readConnection(path)?.pids[name];
  return now === pid ? undefined : now;
}
