import { spawn } from 'node:child_process';

const STILL_EVERY_MS = 15_000;

/** A fault that the reader can act on: printed as its message alone, without a stack. */
export class PrepareError extends Error {}

/**
 * Runs a command and shows that something is going on: one line at the start, one every 15 s, one at the end.
 * All of it on stderr, so that the output of a command behind it stays clean. Its own output is shown only when it fails.
 */
export async function runStep(title, command, args, options = {}) {
  const startedMs = Date.now();
  const seconds = () => Math.round((Date.now() - startedMs) / 1000);
  say(`${title} …`);
  const still = setInterval(() => say(`${title} … still at it after ${seconds()} s`), STILL_EVERY_MS);
  try {
    await run(title, command, args, options);
  } finally {
    clearInterval(still);
  }
  say(`${title}: done in ${seconds()} s`);
}

export function say(line) {
  process.stderr.write(`prepare  ${line}\n`);
}

function run(title, command, args, options) {
  return new Promise((resolve, reject) => {
    let output = '';
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
    const stopListening = passOnSignals(child);
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => reject(new PrepareError(`${title} failed: ${command}: ${error.message}`)));
    child.on('close', (code, signal) => {
      stopListening();
      if (code === 0) return resolve();
      reject(new PrepareError(`${title} failed (${signal ?? `exit code ${code}`}):\n${output.trim()}`));
    });
  });
}

/** A terminal tells the whole group of Ctrl-C, but `kill` tells only us: without this an installation would go on alone. */
function passOnSignals(child) {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const passOn = (signal) => child.kill(signal);
  for (const signal of signals) process.on(signal, passOn);
  return () => signals.forEach((signal) => process.off(signal, passOn));
}
