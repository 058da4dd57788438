import { rmSync } from 'node:fs';
import { announceConnectionFile, type RunFolder, writeWhole } from './run-folder.js';

/** What another program needs to use the running stack. */
export interface Connection {
  readonly apiUrl: string;
  readonly account: number;
  /** Of scope `generate`. */
  readonly token: string;
  /** host:port,host:port */
  readonly kafkaBrokers: string;
  readonly databaseUrl: string;
  /** Separator included; may be empty. */
  readonly topicPrefix: string;
  readonly metricsUrls: Readonly<Record<string, string>>;
  /** Node processes of the apps by name, and `kafka` and `postgres` when they are ours. */
  readonly pids: Readonly<Record<string, number>>;
}

export interface ConnectionFile {
  write(connection: Connection): void;
}

/** Takes the place at `path`: what an earlier run left there is removed, since a reader waits for the file to appear. */
export function claimConnectionFile(run: RunFolder, path: string | undefined): ConnectionFile {
  if (path === undefined) return { write: () => undefined };
  rmSync(path, { force: true });
  announceConnectionFile(run, path);
  return { write: (connection) => writeWhole(path, `${JSON.stringify(connection, null, 2)}\n`) };
}
