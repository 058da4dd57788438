import { appendFileSync, chownSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { CLOCK_SETTINGS } from '../prepare/fake-clock.mjs';
import { runToEnd, startChild } from './child.js';
import { type EmbeddedServer, LOOPBACK, type Placement } from './embedded-server.js';
import { freePorts } from './free-ports.js';
import { findPostgresBinaries } from './postgres-binaries.js';
import { closedFolderAbove, postgresUser } from './postgres-user.js';
import { type RunFolder } from './run-folder.js';
import { StackError } from './stack-error.js';
import { untilReady } from './until-ready.js';

const ROLE = 'postgres';
/** Takes only the clock settings from the caller: PGDATA, PGOPTIONS and similar would change the embedded server. */
const ENVIRONMENT = {
  PATH: process.env.PATH,
  TZ: 'UTC',
  LC_ALL: 'C',
  ...Object.fromEntries(CLOCK_SETTINGS.flatMap((name) => (name in process.env ? [[name, process.env[name]]] : []))),
};
const START_TRIES = 3;

/** Starts PostgreSQL on a free loopback port. It is ready when it has answered a query. `address` is its DATABASE_URL. */
export async function startDatabase(placement: Placement): Promise<EmbeddedServer> {
  const binaries = findPostgresBinaries();
  const files = await createCluster(binaries, placement);
  for (let tries = 1; ; tries++) {
    const [port = 0] = await freePorts(1);
    try {
      return await launch({ binaries, files, port, placement });
    } catch (error) {
      if (tries === START_TRIES) throw error;
    }
  }
}

interface Launch {
  readonly binaries: string;
  readonly files: string;
  readonly port: number;
  readonly placement: Placement;
}

async function launch(what: Launch): Promise<EmbeddedServer> {
  // the callers made sure that these files are unused, so the lock file of a killed server must not block this start
  rmSync(join(what.files, 'postmaster.pid'), { force: true });
  const child = startChild(what.placement.run, {
    name: 'postgres',
    command: join(what.binaries, 'postgres'),
    args: ['-D', what.files, ...settings(what)],
    stage: 'infrastructure',
    stopSignal: 'SIGINT', // "fast": ends the sessions, then writes everything; SIGTERM would wait for clients to leave
    user: postgresUser(),
    env: ENVIRONMENT,
  });
  const address = `postgres://${ROLE}@${what.placement.host ?? LOOPBACK}:${what.port}/postgres`;
  await untilReady(child, () => answersQuery(address));
  return { address, child, restart: () => launch(what) };
}

function settings({ port, placement }: Launch): string[] {
  const throwAway = placement.keepIn === undefined;
  const values = {
    listen_addresses: placement.host ?? LOOPBACK,
    port,
    unix_socket_directories: '',
    max_connections: 200,
    max_locks_per_transaction: 256,
    shared_buffers: '256MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    dynamic_shared_memory_type: 'mmap', // lies in the data folder, so that even a killed server leaves nothing in /dev/shm
    fsync: throwAway ? 'off' : 'on',
    synchronous_commit: throwAway ? 'off' : 'on',
    full_page_writes: throwAway ? 'off' : 'on',
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

async function createCluster(binaries: string, { run, keepIn, host }: Placement): Promise<string> {
  const files = join(keepIn ?? run.path, 'postgres');
  const user = postgresUser();
  const closed = user && keepIn !== undefined ? closedFolderAbove(keepIn) : undefined;
  if (closed) throw new StackError(`the database runs as the user nobody, who may not enter ${closed}: choose another folder for --data`);
  if (existsSync(files)) return files;
  const aside = `${files}.new`; // renamed when complete: an interrupted initdb never looks like a database
  rmSync(aside, { recursive: true, force: true });
  mkdirSync(aside, { recursive: true, mode: 0o700 });
  if (user) chownSync(aside, user.uid, user.gid);
  await runInitdb(run, binaries, aside);
  // A caller that asks for another address than loopback must isolate its network: nothing outside may reach it.
  if (host !== undefined) appendFileSync(join(aside, 'pg_hba.conf'), `host all all ${host}/24 trust\n`);
  renameSync(aside, files);
  return files;
}

async function runInitdb(run: RunFolder, binaries: string, files: string): Promise<void> {
  // "trust" lets every local user in. This is enough for sample parcels on loopback, and needs no password.
  const args = ['-D', files, '-U', ROLE, '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync', '--no-instructions'];
  await runToEnd(run, {
    name: 'initdb',
    command: join(binaries, 'initdb'),
    args,
    stage: 'infrastructure',
    stopSignal: 'SIGTERM',
    user: postgresUser(),
    env: ENVIRONMENT,
  });
}

async function answersQuery(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
