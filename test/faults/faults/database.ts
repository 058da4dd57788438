import { setTimeout as pause } from 'node:timers/promises';
import type { FaultKind } from './fault.js';

const database = { touches: ['database'], mayRepeat: false } as const;

export const restartDatabase: FaultKind = {
  name: 'restart-database',
  draw: () => ({
    ...database,
    what: 'clean restart of the database',
    lastsMs: 1_000,
    run: async ({ database: server }) => {
      await server.stop();
      await server.startAgain();
    },
  }),
};

export const killDatabase: FaultKind = {
  name: 'kill-database',
  draw: (_, { lastsMs }) => ({
    ...database,
    what: `kill -9 of the database, down for ${lastsMs / 1000} s`,
    lastsMs,
    run: async ({ database: server }) => {
      await server.kill();
      await pause(lastsMs);
      await server.startAgain();
    },
  }),
};

/** Locks a table as a careless migration does, for less time than a statement may take. */
export const lockTable: FaultKind = {
  name: 'lock-table',
  draw: (dice, { lockMs }) => {
    const table = dice.pick(['delivery', 'delivery_attempt', 'consignment', 'event', 'receiver', 'delivery_overflow']);
    return {
      ...database,
      what: `table ${table} locked for ${lockMs / 1000} s`,
      lastsMs: lockMs,
      run: async ({ database: server }) => {
        const isDone = await server.hold(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
        await pause(lockMs);
        await isDone();
      },
    };
  },
};

/** Takes every connection and cuts the connections of the apps: each app has to reconnect and cannot. */
export const connectionLimit: FaultKind = {
  name: 'connection-limit',
  draw: (_, { lastsMs }) => ({
    ...database,
    what: `all connections of the database taken for ${lastsMs / 1000} s`,
    lastsMs,
    run: async ({ database: server }) => {
      const giveBack = await server.takeAllConnections();
      await pause(lastsMs);
      await giveBack();
    },
  }),
};

/** Fills the disk of tables and log to the last byte. PostgreSQL may well stop; somebody frees space and starts it again. */
export const fullDisk: FaultKind = {
  name: 'full-disk',
  lacks: ({ database: server }) => server.noDisk,
  draw: (_, { lastsMs }) => ({
    ...database,
    what: `disk of the database full for ${lastsMs / 1000} s`,
    lastsMs,
    run: async ({ database: server }) => {
      server.fillDisk();
      await pause(lastsMs);
      server.emptyDisk();
      await pause(1_000);
      if (server.hasEnded) await server.startAgain();
    },
  }),
};
