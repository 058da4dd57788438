import { setTimeout as pause } from 'node:timers/promises';
import type { Behaviour } from '../../support/behaviour.js';
import type { FaultKind } from './fault.js';

const TROUBLES: readonly { readonly words: string; readonly behaviour: Behaviour }[] = [
  { words: 'answer 503', behaviour: { kind: 'answer', status: 503 } },
  { words: 'hang up', behaviour: { kind: 'close' } },
  { words: 'never answer', behaviour: { kind: 'hang' } },
];

/** All receivers are down for an hour of scaled time, then all come back at once. */
export const receiverStorm: FaultKind = {
  name: 'receiver-storm',
  draw: (dice, { stormMs }) => {
    const { words, behaviour } = dice.pick(TROUBLES);
    return {
      what: `all receivers ${words} for ${stormMs / 1000} s`,
      touches: ['receivers'],
      lastsMs: stormMs,
      mayRepeat: false,
      run: async ({ receivers }) => {
        receivers.storm(behaviour);
        await pause(stormMs);
        receivers.restore();
      },
    };
  },
};
