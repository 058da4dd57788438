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

/** What has to be ended, and how, if the starter cannot do it itself. */
export interface RegisteredChild {
  readonly name: string;
  readonly pid: number;
  readonly started?: string | undefined;
  readonly stopSignal: NodeJS.Signals;
  /** Apps go first, then what they stand on. */
  readonly stage: 'app' | 'infrastructure';
}

export interface RunFolder {
  readonly path: string;
  readonly logs: string;
}

const PREFIX = 'parcel-stack-';

/**
 * A folder of this run alone: database, logs, and `children/` with one file per process that was started. Who finds the folder of
 * a starter that is gone can end those processes and remove it. One file each, since several processes may add their own.
 */
export function createRunFolder(): RunFolder {
  const path = mkdtempSync(join(publicTemporaryFolder(), PREFIX));
  const run = openRunFolder(path);
  chmodSync(path, 0o711); // the database's user passes through to its own folder
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

/** From here on nothing more is started for this run: what starts late would be missed by those who end things. */
export function close(run: RunFolder): void {
  if (existsSync(run.path)) writeFileSync(closedMark(run), '');
}

export function isOpen(run: RunFolder): boolean {
  return existsSync(join(run.path, 'owner.json')) && !existsSync(closedMark(run));
}

/** Notes what this run writes as its connection file and where, for those who clean up. */
export function announceConnectionFile(run: RunFolder, announced: { readonly path: string; readonly text: string }): void {
  writeWhole(join(run.path, 'connection-file.json'), JSON.stringify(announced));
}

/** Unless another run has written its own there since. */
export function removeConnectionFile(run: RunFolder): void {
  const announced = readJson<{ path: string; text: string }>(join(run.path, 'connection-file.json'));
  if (announced && readText(announced.path) === announced.text) rmSync(announced.path, { force: true });
}

/** The registered processes that still live. */
export function livingChildren(run: RunFolder): RegisteredChild[] {
  const files = listFolder(join(run.path, 'children')).filter((name) => name.endsWith('.json'));
  return files.flatMap((name) => readJson<RegisteredChild>(join(run.path, 'children', name)) ?? []).filter(isSameProcess);
}

/** Run folders whose starter is gone: killed together with its reaper, or by a power cut. */
export function abandonedRunFolders(): RunFolder[] {
  return runFolders().filter(isAbandoned);
}

/** Run folders whose starter lives, in this user's name. */
export function currentRunFolders(): RunFolder[] {
  return runFolders().filter(isRunning);
}

function runFolders(): RunFolder[] {
  const base = publicTemporaryFolder();
  const folders = listFolder(base).filter((name) => name.startsWith(PREFIX));
  return folders.map((name) => openRunFolder(join(base, name)));
}

/** Writes by rename, so that a reader finds the old text or the new one, never half of it. */
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

/** Only folders of this user are judged: another user's could name any process, and a container that shares /tmp has pids of its own. */
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
