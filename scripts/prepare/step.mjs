import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTimings } from './timings.mjs';
import { isSameProcess, startedAt } from './process-identity.mjs';

const STEPS = join(import.meta.dirname, '..', '..', '.cache', 'steps');
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const STILL_EVERY_MS = 15_000;
const PATIENCE_MS = 2_000;

/** The steps of this process. */
export const timings = createTimings();

/** A fault that the reader can fix. Its message is printed without a stack. */
export class PrepareError extends Error {}

/**
 * Runs a command and shows progress: one line at the start, one every 15 s, one at the end. The lines go to stderr, so that the output of the
 * command that follows stays clean. The output of the step itself is shown only when it fails.
 */
export async function runStep(title, [command, ...args], options = {}) {
  const startedMs = Date.now();
  const seconds = () => Math.round((Date.now() - startedMs) / 1000);
  say(`${title} …`);
  const still = setInterval(() => say(`${title} … still running after ${seconds()} s`), STILL_EVERY_MS);
  try {
    await timings.measure(title, () => run({ title, command, args, options }));
  } finally {
    clearInterval(still);
  }
  say(`${title}: done in ${seconds()} s`);
}

export function say(line) {
  process.stderr.write(`prepare  ${line}\n`);
}

function run({ title, command, args, options }) {
  return new Promise((resolve, reject) => {
    let output = '';
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true, ...options });
    const forget = remember(child);
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => reject(new PrepareError(`${title} failed: ${command}: ${error.message}`)));
    child.on('close', (code, signal) => {
      forget();
      if (code === 0) return resolve();
      reject(new PrepareError(`${title} failed (${signal ?? `exit code ${code}`}):\n${output.trim()}`));
    });
  });
}

/**
 * While the step runs, signals are forwarded to its whole group, and a file names the step. If this process is killed, the step continues alone:
 * the next command of this clone must end it before it writes to the same folders.
 */
function remember(child) {
  if (child.pid === undefined) return () => undefined;
  const file = join(STEPS, `${child.pid}.json`);
  mkdirSync(STEPS, { recursive: true });
  writeFileSync(file, JSON.stringify({ pid: child.pid, started: startedAt(child.pid) }));
  const passOn = (signal) => {
    killGroup(child.pid, signal);
    setTimeout(() => killGroup(child.pid, 'SIGKILL'), PATIENCE_MS).unref(); // npm continues for half a minute after SIGTERM
  };
  for (const signal of SIGNALS) process.on(signal, passOn);
  return () => {
    SIGNALS.forEach((signal) => process.off(signal, passOn));
    rmSync(file, { force: true });
  };
}

/** Ends the steps of a killed command. Only the holder of the lock may call it. */
export function endAbandonedSteps() {
  if (!existsSync(STEPS)) return;
  for (const name of readdirSync(STEPS)) {
    const file = join(STEPS, name);
    const step = readStep(file);
    if (isSameProcess(step)) killGroup(step.pid, 'SIGKILL');
    rmSync(file, { force: true });
  }
}

/** A full disk or a power cut can leave half a file. Its step is then over, or cannot be found. */
function readStep(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

function killGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch {
    // gone meanwhile
  }
}
