import { readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { isSameProcess, startedAt } from './process-identity.mjs';

const UNREADABLE_AFTER_MS = 5_000;

/**
 * Takes the lock file unless a living process has it. @returns `{ release }`, or `{ holder: { pid, … } }` when another process has the lock.
 * A lock of a dead process counts as free, so that nobody has to remove a lock file after a crash or `kill -9`.
 */
export function tryLock(path, note = {}) {
  if (create(path, note)) return { release: () => release(path) };
  if (isStale(path) && clear(path) && create(path, note)) return { release: () => release(path) };
  return { holder: read(path) ?? { pid: 0 } };
}

/** Waits for the lock, runs `work` and releases the lock. `onWait` gets the holder once. */
export async function withLock(path, work, onWait = () => {}) {
  const lock = await waitFor(path, onWait);
  try {
    return await work();
  } finally {
    lock.release();
  }
}

async function waitFor(path, onWait) {
  for (let tries = 0; ; tries++) {
    const lock = tryLock(path);
    if (lock.release) return lock;
    if (tries === 1) onWait(lock.holder);
    await pause(100);
  }
}

function create(path, note) {
  try {
    writeFileSync(path, JSON.stringify({ ...note, pid: process.pid, started: startedAt(process.pid) }), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function release(path) {
  const holder = read(path);
  if (holder?.pid === process.pid && isSameProcess(holder)) remove(path);
}

function isStale(path) {
  const holder = read(path);
  return holder ? !isSameProcess(holder) : ageMs(path) > UNREADABLE_AFTER_MS;
}

/**
 * Removes a stale lock. Two processes may find the same stale lock: without the guard, the slower process would remove the lock that the
 * faster one has just taken. Only the owner of the guard removes a lock, after a second check.
 */
function clear(path) {
  const guard = `${path}.clearing`;
  if (ageMs(guard) > UNREADABLE_AFTER_MS) remove(guard);
  if (!create(guard, {})) return false;
  try {
    if (isStale(path)) remove(path);
    return true;
  } finally {
    remove(guard);
  }
}

function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

function ageMs(path) {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

function remove(path) {
  try {
    unlinkSync(path);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}
