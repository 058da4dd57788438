import { createServer } from 'node:net';
import { asBrokers, asDatabaseUrl, asPort } from '#libs/config';
import { StackError } from './stack-error.js';

const PARSERS = { PORT: asPort, KAFKA_BROKERS: asBrokers, DATABASE_URL: asDatabaseUrl };
const LOOPBACK = '127.0.0.1';

/**
 * Checks the caller's settings before anything starts, so that a mistake gives one sentence at once instead of a failure half a minute later.
 * The apps check the settings that only they read.
 * @throws StackError
 */
export async function checkCallerSettings(caller: NodeJS.ProcessEnv): Promise<void> {
  const faults = Object.entries(PARSERS).flatMap(([name, parse]) => faultOf(name, caller[name], parse));
  if (faults.length > 0) throw new StackError(faults.join('\n'));
  const port = Number(caller.PORT || 0);
  if (port !== 0) await refuseTakenPort(port, caller.API_HOST || LOOPBACK);
}

function faultOf(name: string, text: string | undefined, parse: (text: string) => unknown): string[] {
  if (text === undefined || text === '') return [];
  try {
    parse(text);
    return [];
  } catch (error) {
    return [`${name} ${(error as Error).message}`];
  }
}

/** Sentences for errors of `listen` that the caller can fix. */
const LISTEN_FAULTS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken: another program listens there. Stop it, or set PORT to another number; without PORT a free port is chosen',
  EACCES: 'may not be used by this user: set PORT to a number above 1023',
  EADDRNOTAVAIL: 'is not an address of this machine: correct API_HOST',
};

/** @throws StackError when nothing can listen there now */
export function refuseTakenPort(port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => reject(new StackError(`PORT: ${host}:${port} ${wordsFor(error)}.`)));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve()));
  });
}

function wordsFor(error: NodeJS.ErrnoException): string {
  return LISTEN_FAULTS[error.code ?? ''] ?? `cannot be listened on: ${error.message}`;
}
