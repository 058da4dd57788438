#!/usr/bin/env node
import { homedir } from 'node:os';
import { runProgram } from './program.js';

const PARTING = ['SIGINT', 'SIGTERM'] as const;
const NEEDED = [22, 12] as const;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
  process.stderr.write(`parcel-webhooks needs Node ${NEEDED.join('.')} or newer; this is Node ${process.versions.node}.\n`);
  process.exit(2);
}

// The reader of a pipe has gone: `… | head` wants no more.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

process.exitCode = await runProgram(process.argv.slice(2), {
  out: process.stdout,
  err: process.stderr,
  in: process.stdin,
  env: process.env,
  platform: process.platform,
  homeFolder: homedir(),
  onStop: (stop) => PARTING.forEach((signal) => process.on(signal, stop)),
});
