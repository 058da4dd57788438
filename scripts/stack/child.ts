import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, createWriteStream, openSync, readFileSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type SystemUser } from './postgres-user.js';
import { isOpen, register, type RegisteredChild, type RunFolder, unregister } from './run-folder.js';
import { StackError } from './stack-error.js';

export interface ChildSpec {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly stage: RegisteredChild['stage'];
  readonly stopSignal: NodeJS.Signals;
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly user?: SystemUser | undefined;
  /** Gets each line of stdout; without it, stdout goes directly to the log file. */
  readonly onLine?: (line: string) => void;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface Child {
  readonly name: string;
  readonly pid: number;
  readonly logFile: string;
  readonly exited: Promise<Exit>;
  hasExited(): boolean;
  lastLines(count: number): string[];
  /** Sends the stop signal, then SIGKILL after `graceMs`, and waits for the end. */
  stop(graceMs: number): Promise<Exit>;
  kill(signal: NodeJS.Signals): void;
}

/** Starts a process in its own group, so that Ctrl-C does not reach it before the stack stops its parts in order. */
export function startChild(run: RunFolder, spec: ChildSpec): Child {
  if (!isOpen(run)) throw new StackError(`${spec.name} does not start: everything is being stopped`);
  const logFile = join(run.logs, `${spec.name}.log`);
  const log = openSync(logFile, 'a');
  const child = spawn(spec.command, spec.args, {
    detached: true,
    stdio: ['ignore', spec.onLine ? 'pipe' : log, log],
    cwd: spec.cwd ?? run.path,
    env: spec.env ?? process.env,
    ...spec.user,
  });
  closeSync(log);
  const exited = exitOf(child);
  if (child.pid === undefined) throw new StackError(`${spec.name}: ${spec.command} could not be started`);
  register(run, { name: spec.name, pid: child.pid, stopSignal: spec.stopSignal, stage: spec.stage });
  if (spec.onLine) copyLines(child, spec.onLine, createWriteStream(logFile, { flags: 'a' }));
  return handle({ run, spec, child, pid: child.pid, logFile, exited });
}

/** Starts a short process, such as a formatter, and waits for exit code 0. */
export async function runToEnd(run: RunFolder, spec: ChildSpec): Promise<void> {
  const child = startChild(run, spec);
  const { code } = await child.exited;
  if (code !== 0) throw new StackError(`${spec.name} failed:\n${child.lastLines(8).join('\n')}`);
}

interface Started {
  readonly run: RunFolder;
  readonly spec: ChildSpec;
  readonly child: ChildProcess;
  readonly pid: number;
  readonly logFile: string;
  readonly exited: Promise<Exit>;
}

function handle({ run, spec, child, pid, logFile, exited }: Started): Child {
  void exited.then(() => unregister(run, pid));
  return {
    name: spec.name,
    pid,
    logFile,
    exited,
    hasExited: () => child.exitCode !== null || child.signalCode !== null,
    lastLines: (count) => lastLinesOf(logFile, count),
    kill: (signal) => child.kill(signal),
    stop: async (graceMs) => {
      child.kill(spec.stopSignal);
      const giveUp = setTimeout(() => killGroup(pid), graceMs);
      const exit = await exited;
      clearTimeout(giveUp);
      return exit;
    },
  };
}

export function lastLinesOf(logFile: string, count: number): string[] {
  return readLog(logFile).trimEnd().split('\n').slice(-count);
}

function exitOf(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once('error', () => resolve({ code: null, signal: null })); // the process could not be started
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
}

function copyLines(child: ChildProcess, onLine: (line: string) => void, log: WriteStream): void {
  if (!child.stdout) return;
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    log.write(`${line}\n`);
    onLine(line);
  });
  lines.once('close', () => log.end());
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // gone meanwhile
  }
}

function readLog(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
