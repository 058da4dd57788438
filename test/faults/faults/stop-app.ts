import { setTimeout as pause } from 'node:timers/promises';
import type { FaultKind } from './fault.js';

/** SIGSTOP for longer than a session time-out: other instances take its partitions, and it wakes up believing that it still owns them. */
export const stopApp: FaultKind = {
  name: 'stop-app',
  draw: (dice, { stillMs }) => {
    const name = dice.pick(['event-builder', 'webhook-sender', 'webhook-sender', 'token-api'] as const);
    const instance = name === 'token-api' ? 1 : dice.int(1, 2);
    return {
      what: `SIGSTOP of ${name} ${instance} for ${stillMs / 1000} s`,
      touches: [name],
      lastsMs: stillMs,
      mayRepeat: name === 'webhook-sender',
      run: async ({ apps }) => {
        const app = apps.find((each) => each.name === name && each.instance === instance)!;
        app.signal('SIGSTOP');
        await pause(stillMs);
        app.signal('SIGCONT');
      },
    };
  },
};
