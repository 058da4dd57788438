import { spawnSync } from 'node:child_process';
import { chmodSync, closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { startDatabase } from '../../../scripts/stack/database.js';
import type { EmbeddedServer } from '../../../scripts/stack/embedded-server.js';
import { runCommand } from '../../../scripts/stack/run-command.js';
import type { RunFolder } from '../../../scripts/stack/run-folder.js';

const STOP_WITHIN_MS = 15_000;
const START_TRIES = 20;
/** Holds the data of a run of half an hour; uses memory only as it fills. */
const DISK_BYTES = 3 * 2 ** 30;
const TAKER = 'faults';
/** When so many connections in a row are refused, every connection is taken. */
const REFUSALS = 2;
const AT_ONCE = 20;
const PIECE = Buffer.alloc(2 ** 20);

/** The PostgreSQL of the run, on a small disk of its own if the machine allows a mount. */
export class FaultyDatabase {
  private constructor(
    private server: EmbeddedServer,
    private readonly disk: string,
    /** Why there is no small disk; undefined = there is a small disk. */
    readonly noDisk: string | undefined,
  ) {}

  static async start(run: RunFolder): Promise<FaultyDatabase> {
    const disk = diskOf(run);
    mkdirSync(disk);
    const noDisk = mountSmallDisk(disk);
    chmodSync(disk, 0o711);
    const server = await startDatabase({ run, keepIn: disk });
    await runCommand('migrate', [], { ...process.env, DATABASE_URL: server.address });
    return new FaultyDatabase(server, disk, noDisk);
  }

  /** The harness's own connection. */
  get url(): string {
    return this.server.address;
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  /** @throws when the server cannot be reached */
  async query<Row>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    const client = await this.connect();
    try {
      return (await client.query(sql, [...values])).rows as Row[];
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  async kill(): Promise<void> {
    this.server.child.kill('SIGKILL');
    await this.server.child.exited;
  }

  async stop(): Promise<void> {
    await this.server.child.stop(STOP_WITHIN_MS);
  }

  /**
   * Starts the server on the same port and files. Sessions of a killed server need a moment to notice, and block the new server until then.
   */
  async startAgain(): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        this.server = await this.server.restart();
        return;
      } catch (error) {
        if (tries === START_TRIES) throw error;
        await pause(250);
      }
    }
  }

  /** Runs the statement in a transaction that stays open. @returns a function that ends the transaction */
  async hold(sql: string): Promise<() => Promise<void>> {
    const client = await this.connect();
    await client.query('BEGIN');
    await client.query(sql);
    return () => client.end();
  }

  /** Takes all connections, including those reserved for superusers, and ends all others. @returns a function that releases them */
  async takeAllConnections(): Promise<() => Promise<void>> {
    const taken: Client[] = [await this.connect()];
    const throwOut = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name <> $1 AND pid <> pg_backend_pid()';
    await taken[0]!.query(throwOut, [TAKER]).catch(() => undefined);
    for (let refused = 0; refused < REFUSALS;) {
      const more = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => this.connect()));
      taken.push(...more.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])));
      refused = more.some(({ status }) => status === 'rejected') ? refused + 1 : 0;
    }
    return async () => void (await Promise.allSettled(taken.map((client) => client.end())));
  }

  get hasEnded(): boolean {
    return this.server.child.hasExited();
  }

  /** Fills the disk to the last byte. */
  fillDisk(): void {
    const file = openSync(join(this.disk, 'ballast'), 'w');
    try {
      for (const size of [PIECE.length, 4096, 1]) writeUntilFull(file, PIECE.subarray(0, size));
    } finally {
      closeSync(file);
    }
  }

  emptyDisk(): void {
    rmSync(join(this.disk, 'ballast'), { force: true });
  }

  private async connect(): Promise<Client> {
    const client = new Client({
      connectionString: this.url,
      application_name: TAKER,
      connectionTimeoutMillis: 5_000,
      query_timeout: 60_000,
    });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  async close(): Promise<void> {
    await this.server.child.stop(STOP_WITHIN_MS);
  }
}

const diskOf = (run: RunFolder): string => join(run.path, 'disk');

/** Unmounts the disk before the run's folder is removed; a process that still writes there writes to a detached file system. */
export function unmountDisk(run: RunFolder): void {
  spawnSync('umount', ['-l', diskOf(run)]);
}

/** @returns the reason if the disk could not be mounted */
function mountSmallDisk(path: string): string | undefined {
  const { status, error, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES},mode=711`, 'faults', path], {
    encoding: 'utf8',
  });
  if (status === 0) return undefined;
  return `no disk of its own could be mounted (${error?.message ?? stderr.trim()})`;
}

function writeUntilFull(file: number, piece: Buffer): void {
  try {
    for (;;) writeSync(file, piece);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}
