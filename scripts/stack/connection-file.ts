import { accessSync, constants, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { announceConnectionFile, currentRunFolders, readJson, type RunFolder, writeWhole } from './run-folder.js';
import { StackError } from './stack-error.js';

/** The data that another program needs to use the running stack. */
export interface Connection {
  readonly apiUrl: string;
  readonly account: number;
  /** A token of scope `generate`. */
  readonly token: string;
  /** host:port,host:port */
  readonly kafkaBrokers: string;
  readonly databaseUrl: string;
  /** Separator included; may be empty. */
  readonly topicPrefix: string;
  readonly metricsUrls: Readonly<Record<string, string>>;
  /** Node processes of the apps by name, and `kafka` and `postgres` when they are embedded. */
  readonly pids: Readonly<Record<string, number>>;
}

export interface ConnectionFile {
  /** Keeps the connection in the run folder, where other commands of this user find it; after `publish` also at the claimed path. */
  write(connection: Connection): void;
  /** Writes the last connection to the claimed path: its appearance tells readers that everything is ready. */
  publish(): void;
}

/**
 * Claims `path`. A file of an earlier run is removed, because readers wait for the file to appear.
 * @throws StackError when no file can be written at `path`
 */
export function claimConnectionFile(run: RunFolder, path: string | undefined): ConnectionFile {
  if (path !== undefined) {
    refuseUnwritable(path);
    rmSync(path, { force: true });
  }
  let text: string | undefined;
  let isPublished = false;
  const writeToPath = (): void => {
    if (!isPublished || path === undefined || text === undefined) return;
    announceConnectionFile(run, { path, text }); // announce first: an unannounced file would never be removed
    writeWhole(path, text);
  };
  return {
    write: (connection) => {
      text = `${JSON.stringify(connection, null, 2)}\n`;
      writeWhole(copyIn(run), text);
      writeToPath();
    },
    publish: () => {
      isPublished = true;
      writeToPath();
    },
  };
}

/** Returns the running stacks of `npm start` that belong to this user. */
export const runningConnections = (): Connection[] => currentRunFolders().flatMap((run) => readJson<Connection>(copyIn(run)) ?? []);

const copyIn = (run: RunFolder): string => join(run.path, 'connection.json');

function refuseUnwritable(path: string): void {
  const folder = dirname(path);
  const fault = (what: string): StackError => new StackError(`--connection-file ${path}: ${what}; choose another path`);
  if (isFolder(path)) throw fault('this is a folder, but a file is needed');
  if (!isFolder(folder)) throw fault(`there is no folder ${folder}`);
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    throw fault(`you may not write to ${folder}`);
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
