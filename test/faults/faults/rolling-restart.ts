import type { FaultKind } from './fault.js';

/** Restarts each app in turn: SIGTERM, a clean end, a new process that becomes ready. */
export const rollingRestart: FaultKind = {
  name: 'rolling-restart',
  draw: (dice) => {
    const isBackwards = dice.chance(0.5);
    return {
      what: `rolling restart of all apps${isBackwards ? ', senders first' : ''}`,
      touches: ['event-builder', 'webhook-sender', 'token-api'],
      lastsMs: 15_000,
      mayRepeat: false,
      run: async ({ apps }) => {
        for (const app of isBackwards ? apps.toReversed() : apps) await app.restart();
      },
    };
  },
};
