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

/** Takes over a table as a careless migration does; longer than nothing, shorter than a statement may take. */
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

/** Takes every connection and cuts those of the apps: each app has to connect again and cannot. */
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

/** Not a byte left for tables and log. PostgreSQL may well go down by it; somebody makes room and starts it again. */
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
