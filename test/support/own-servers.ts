import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';
import { Client } from 'pg';
import { startBroker } from '../../scripts/stack/broker.js';
import { startDatabase } from '../../scripts/stack/database.js';
import type { EmbeddedServer } from '../../scripts/stack/embedded-server.js';
import { runHostedCommand, stdoutOf } from './command.js';
import { suspend } from './suspend.js';
import { type BedOptions, type TestBed, useTestBed } from './test-bed.js';
import { testStack } from './test-stack.js';

export interface OwnServer {
  readonly kill: () => Promise<void>;
  /** Starts the server again on the same port and files. */
  readonly restart: () => Promise<void>;
  /** Sends SIGSTOP: connections stay open, no answer comes. */
  readonly pause: () => Promise<void>;
  readonly resume: () => void;
}

export interface OwnServers {
  readonly bed: TestBed;
  /** A second bed on the same servers, if requested. */
  readonly twin: TestBed;
  readonly broker: OwnServer;
  readonly database: OwnServer & {
    /** Folder of the server's files; replace it only while the server is stopped. */
    readonly files: string;
  };
}

const STOP_WITHIN_MS = 15_000;

/**
 * A bed on a broker and a database of this test file alone, which may be killed and paused: the servers of the whole run are not affected.
 */
export function useOwnServers({ twin = false, ...options }: BedOptions & { readonly twin?: boolean } = {}): OwnServers {
  const servers: { -readonly [Key in keyof OwnServers]?: OwnServers[Key] } = {};
  const running: { broker?: EmbeddedServer; database?: EmbeddedServer } = {};
  const before = process.env['TEST_STACK'];
  beforeAll(async () => {
    const { run } = testStack();
    const keepIn = join(run.path, `own-${process.pid}-${Date.now()}`);
    mkdirSync(keepIn, { mode: 0o711 });
    const place = { run, keepIn };
    [running.broker, running.database] = await Promise.all([startBroker(place), startDatabase(place)]);
    process.env['TEST_STACK'] = JSON.stringify({
      kafkaBrokers: running.broker.address,
      databaseUrl: running.database.address,
      template: await createTemplate(running.database.address),
      runFolder: run.path,
    });
    Object.assign(servers, {
      broker: handle(running, 'broker'),
      database: { ...handle(running, 'database'), files: join(keepIn, 'postgres') },
    });
  });
  if (twin) servers.twin = useTestBed(options);
  servers.bed = useTestBed(options); // The hooks of the bed run after the servers start and before they stop.
  afterAll(async () => {
    process.env['TEST_STACK'] = before;
    // A paused process does not react to SIGTERM.
    for (const server of Object.values(running)) server.child.kill('SIGCONT');
    await Promise.all(Object.values(running).map((server) => server.child.stop(STOP_WITHIN_MS)));
  });
  return servers as OwnServers;
}

function handle(running: { broker?: EmbeddedServer; database?: EmbeddedServer }, name: 'broker' | 'database'): OwnServer {
  const current = (): EmbeddedServer => {
    const server = running[name];
    if (!server) throw new Error(`the ${name} of this test file is not running`);
    return server;
  };
  return {
    kill: async () => {
      current().child.kill('SIGKILL');
      await current().child.exited;
    },
    restart: async () => {
      running[name] = await current().restart();
    },
    pause: () => suspend(current().child.pid),
    resume: () => current().child.kill('SIGCONT'),
  };
}

async function createTemplate(databaseUrl: string): Promise<string> {
  const template = 'own_template';
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`CREATE DATABASE ${template}`);
  await client.end();
  const url = new URL(databaseUrl);
  url.pathname = `/${template}`;
  stdoutOf(await runHostedCommand(['migrate'], { DATABASE_URL: url.href }));
  return template;
}
