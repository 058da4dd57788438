import { setTimeout as pause } from 'node:timers/promises';
import { clockFile, noFakeClock, setClock } from '../cluster/fake-clock.js';
import type { FaultKind } from './fault.js';

/** Sets the clock of one instance wrong for a while, then right again. */
export const clockJump: FaultKind = {
  name: 'clock-jump',
  lacks: () => noFakeClock,
  draw: (dice, { lastsMs, stormMs }) => {
    const name = dice.pick(['event-builder', 'webhook-sender', 'webhook-sender'] as const);
    const instance = dice.int(1, 2);
    const seconds = Math.ceil(stormMs / 1000) * (dice.chance(0.5) ? 1 : -1);
    return {
      what: `clock of ${name} ${instance} off by ${seconds} s for ${lastsMs / 1000} s`,
      touches: [name],
      lastsMs,
      mayRepeat: false,
      run: async ({ run }) => {
        const file = clockFile(run, name, instance);
        setClock(file, seconds);
        await pause(lastsMs);
        setClock(file, 0);
      },
    };
  },
};
