import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { isSameProcess } from '../prepare/process-identity.mjs';
import { close, livingChildren, type RegisteredChild, removeConnectionFile, type RunFolder } from './run-folder.js';

const GRACE_MS = 15_000;

/**
 * Ends all processes of the run, apps first, each kind with its own signal and after 15 s with SIGKILL. Then it removes the folder. A starter
 * uses it to stop, and other processes use it to clean up after a killed starter. Several may call it at once.
 */
export async function reap(run: RunFolder): Promise<void> {
  close(run);
  await endAll(run, 'app');
  await endAll(run, 'infrastructure');
  removeConnectionFile(run);
  rmSync(run.path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

/** For the second Ctrl-C: ends everything at once. */
export function killAll(run: RunFolder): void {
  for (const child of livingChildren(run)) sendToGroup(child, 'SIGKILL');
}

async function endAll(run: RunFolder, stage: RegisteredChild['stage']): Promise<void> {
  const children = livingChildren(run).filter((child) => child.stage === stage);
  for (const child of children) send(child, child.stopSignal);
  await gone(children, GRACE_MS);
  for (const child of children.filter(isSameProcess)) sendToGroup(child, 'SIGKILL');
  await gone(children, GRACE_MS);
}

async function gone(children: readonly RegisteredChild[], withinMs: number): Promise<void> {
  const giveUpAt = Date.now() + withinMs;
  while (children.some(isSameProcess) && Date.now() < giveUpAt) await pause(50);
}

function send(child: RegisteredChild, signal: NodeJS.Signals): void {
  try {
    process.kill(child.pid, signal);
  } catch {
    // gone meanwhile
  }
}

/** Every child leads its own process group, so PostgreSQL's helper processes get the signal, too. */
function sendToGroup(child: RegisteredChild, signal: NodeJS.Signals): void {
  send({ ...child, pid: -child.pid }, signal);
  send(child, signal);
}
