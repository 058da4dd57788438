import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../../test/support/temporary-folder.js';
import { tryLock, withLock } from './lock.mjs';
import { isSameProcess, startedAt } from './process-identity.mjs';

describe('the lock', () => {
  let folder = '';
  let path = '';
  beforeEach(() => {
    folder = temporaryFolder();
    path = join(folder, 'lock');
  });

  it('has one holder, and is free again after its release', () => {
    const first = tryLock(path, { run: 'here' });
    expect(tryLock(path).holder).toMatchObject({ pid: process.pid, run: 'here' });
    first.release?.();
    expect(tryLock(path).release).toBeDefined();
  });

  it('is taken over from a killed process', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    const { pid = 0 } = child;
    writeFileSync(path, JSON.stringify({ pid, started: startedAt(pid) }));
    expect(tryLock(path).holder).toMatchObject({ pid });
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(tryLock(path).release).toBeDefined();
  });

  it('is taken over when the pid now belongs to another process', () => {
    writeFileSync(path, JSON.stringify({ pid: process.pid, started: 'long ago' }));
    expect(tryLock(path).release).toBeDefined();
  });

  it('is not taken over while its holder may still be writing it, unless this takes too long', () => {
    writeFileSync(path, '');
    expect(tryLock(path).release).toBeUndefined();
    utimesSync(path, 0, 0);
    expect(tryLock(path).release).toBeDefined();
  });

  it('lets several tasks of one process take turns, and leaves nothing behind', async () => {
    const turns: string[] = [];
    const work = (name: string) => async (): Promise<void> => {
      turns.push(`${name} in`);
      await new Promise((resolve) => setImmediate(resolve));
      turns.push(`${name} out`);
    };
    await Promise.all([withLock(path, work('a')), withLock(path, work('b'))]);
    expect(turns).toEqual(['a in', 'a out', 'b in', 'b out']);
    expect(existsSync(path)).toBe(false);
  });
});

describe('process identity', () => {
  it('recognises this process, and no process that never existed', () => {
    expect(isSameProcess({ pid: process.pid, started: startedAt(process.pid) })).toBe(true);
    expect(startedAt(2 ** 22 + 1)).toBeUndefined();
    expect(isSameProcess({ pid: process.pid })).toBe(false);
  });
});
