import { setTimeout as pause } from 'node:timers/promises';
import type { FaultKind } from './fault.js';

/** The name server does not answer, and open connections are cut, so that names must be resolved. */
export const namesOut: FaultKind = {
  name: 'dns-outage',
  draw: (_, { lastsMs }) => ({
    what: `name server silent for ${lastsMs / 1000} s, connections to receivers cut`,
    touches: ['receivers'],
    lastsMs,
    mayRepeat: false,
    run: async ({ receivers }) => {
      receivers.silenceNames(true);
      receivers.link.become({ kind: 'reset' });
      receivers.link.become({ kind: 'clear' });
      await pause(lastsMs);
      receivers.silenceNames(false);
    },
  }),
};
