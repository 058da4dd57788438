import type { FaultKind } from './fault.js';

const APPS = ['event-builder', 'event-builder', 'webhook-sender', 'webhook-sender', 'token-api'] as const;

/** SIGKILL; the supervisor restarts the app at once. */
export const killApp: FaultKind = {
  name: 'kill-app',
  draw: (dice) => {
    const name = dice.pick(APPS);
    const instance = name === 'token-api' ? 1 : dice.int(1, 2);
    return {
      what: `kill -9 of ${name} ${instance}`,
      touches: [name],
      lastsMs: 500,
      mayRepeat: name === 'webhook-sender',
      run: async ({ apps }) => {
        const app = apps.find((each) => each.name === name && each.instance === instance)!;
        app.kill();
        await app.untilReplaced();
      },
    };
  },
};

/** Both senders or both builders at the same moment: no instance can take over. */
export const killPair: FaultKind = {
  name: 'kill-pair',
  draw: (dice) => {
    const name = dice.pick(['event-builder', 'webhook-sender'] as const);
    return {
      what: `kill -9 of both instances of ${name}`,
      touches: [name],
      lastsMs: 500,
      mayRepeat: name === 'webhook-sender',
      run: async ({ apps }) => {
        const both = apps.filter((each) => each.name === name);
        both.forEach((app) => app.kill());
        await Promise.all(both.map((app) => app.untilReplaced()));
      },
    };
  },
};
