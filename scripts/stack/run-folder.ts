import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { isSameProcess, pidSpace, type ProcessIdentity, startedAt } from '../prepare/process-identity.mjs';
import { publicTemporaryFolder } from './postgres-user.js';

/** A process that must be ended, and how, when the starter cannot do it. */
export interface RegisteredChild {
  readonly name: string;
  readonly pid: number;
  readonly started?: string | undefined;
  readonly stopSignal: NodeJS.Signals;
  /** Apps are ended first, then the infrastructure. */
  readonly stage: 'app' | 'infrastructure';
}

export interface RunFolder {
  readonly path: string;
  readonly logs: string;
}

const PREFIX = 'parcel-stack-';

/**
 * Creates a folder for this run: database, logs, and `children/` with one file per started process. When the starter is gone, other processes
 * can end these processes and remove the folder. Each process has its own file, because several processes may add one at the same time.
 */
export function createRunFolder(): RunFolder {
  const path = mkdtempSync(join(publicTemporaryFolder(), PREFIX));
  const run = openRunFolder(path);
  chmodSync(path, 0o711); // the database's user must reach its own folder below
  mkdirSync(join(path, 'children'));
  mkdirSync(run.logs, { mode: 0o700 });
  writeWhole(join(path, 'owner.json'), JSON.stringify({ pid: process.pid, started: startedAt(process.pid), space: pidSpace() }));
  return run;
}

export function openRunFolder(path: string): RunFolder {
  return { path, logs: join(path, 'logs') };
}

export function register(run: RunFolder, child: Omit<RegisteredChild, 'started'>): void {
  writeWhole(childFile(run, child.pid), JSON.stringify({ ...child, started: startedAt(child.pid) }));
}

export function unregister(run: RunFolder, pid: number): void {
  rmSync(childFile(run, pid), { force: true });
}

/** After this call, nothing more starts for this run: a late process would not be ended. */
export function close(run: RunFolder): void {
  if (existsSync(run.path)) writeFileSync(closedMark(run), '');
}

export function isOpen(run: RunFolder): boolean {
  return existsSync(join(run.path, 'owner.json')) && !existsSync(closedMark(run));
}

/** Records the content and path of this run's connection file for the cleanup. */
export function announceConnectionFile(run: RunFolder, announced: { readonly path: string; readonly text: string }): void {
  writeWhole(join(run.path, 'connection-file.json'), JSON.stringify(announced));
}

/** Removes the connection file unless another run has overwritten it since. */
export function removeConnectionFile(run: RunFolder): void {
  const announced = readJson<{ path: string; text: string }>(join(run.path, 'connection-file.json'));
  if (announced && readText(announced.path) === announced.text) rmSync(announced.path, { force: true });
}

/** Returns the registered processes that are still alive. */
export function livingChildren(run: RunFolder): RegisteredChild[] {
  const files = listFolder(join(run.path, 'children')).filter((name) => name.endsWith('.json'));
  return files.flatMap((name) => readJson<RegisteredChild>(join(run.path, 'children', name)) ?? []).filter(isSameProcess);
}

/** Returns run folders whose starter is gone: killed together with its reaper, or by a power cut. */
export function abandonedRunFolders(): RunFolder[] {
  return runFolders().filter(isAbandoned);
}

/** Returns this user's run folders whose starter is alive. */
export function currentRunFolders(): RunFolder[] {
  return runFolders().filter(isRunning);
}

function runFolders(): RunFolder[] {
  const base = publicTemporaryFolder();
  const folders = listFolder(base).filter((name) => name.startsWith(PREFIX));
  return folders.map((name) => openRunFolder(join(base, name)));
}

/** Writes by rename, so that a reader sees the old or the new text, never half of one. */
export function writeWhole(path: string, text: string): void {
  const draft = `${path}.${process.pid}.draft`;
  writeFileSync(draft, text, { mode: 0o600 });
  try {
    renameSync(draft, path);
  } catch (error) {
    unlinkSync(draft);
    throw error;
  }
}

/** Reads only folders of this user: another user's folder could name any process, and a container that shares /tmp has other pids. */
function ownerOf(run: RunFolder): ProcessIdentity | undefined {
  const owner = isOwnFolder(run) ? readJson<ProcessIdentity & { space: string }>(join(run.path, 'owner.json')) : undefined;
  return owner?.space === pidSpace() ? owner : undefined;
}

function isAbandoned(run: RunFolder): boolean {
  const owner = ownerOf(run);
  return owner !== undefined && !isSameProcess(owner);
}

function isRunning(run: RunFolder): boolean {
  const owner = ownerOf(run);
  return owner !== undefined && isSameProcess(owner);
}

function isOwnFolder({ path }: RunFolder): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isDirectory() === true && stats.uid === process.getuid?.();
}

function closedMark(run: RunFolder): string {
  return join(run.path, 'closed');
}

function childFile(run: RunFolder, pid: number): string {
  return join(run.path, 'children', `${pid}.json`);
}

function listFolder(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

export function readJson<T>(path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T;
  } catch {
    return undefined;
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
