import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from '../cluster/cluster.js';
import type { TcpLink, Weather } from '../cluster/tcp-link.js';
import type { FaultKind, Part } from './fault.js';

interface Way {
  readonly name: string;
  readonly touches: readonly Part[];
  readonly links: (cluster: Cluster) => readonly TcpLink[];
}

/** The pairs of parts. Apps reach a broker through one port, so a disturbed link affects all apps. */
const WAYS: readonly Way[] = [
  ...[1, 2, 3].flatMap((id): Way[] => [
    { name: `all apps and broker ${id}`, touches: ['brokers'], links: ({ brokers }) => [brokers.nodes[id - 1]!.links.apps] },
    { name: `the others and broker ${id}`, touches: ['brokers'], links: ({ brokers }) => [brokers.nodes[id - 1]!.links.brokers] },
  ]),
  { name: 'all apps and all brokers', touches: ['brokers'], links: ({ brokers }) => brokers.nodes.map(({ links }) => links.apps) },
  ...['event-builder 1', 'event-builder 2', 'webhook-sender 1', 'webhook-sender 2', 'token-api 1'].map((app): Way => ({
    name: `${app} and the database`,
    touches: ['database'],
    links: ({ databaseLinks }) => [databaseLinks.get(app)!],
  })),
  { name: 'all apps and the database', touches: ['database'], links: ({ databaseLinks }) => [...databaseLinks.values()] },
  { name: 'the senders and the receivers', touches: ['receivers'], links: ({ receivers }) => [receivers.link] },
];

function kindOf(name: string, words: string, weather: Weather): FaultKind {
  return {
    name,
    draw: (dice, { lastsMs, stillMs }) => {
      const way = dice.pick(WAYS);
      const forMs = weather.kind === 'halfOpen' ? stillMs : lastsMs;
      return {
        what: `${words} between ${way.name} for ${forMs / 1000} s`,
        touches: way.touches,
        lastsMs: forMs,
        mayRepeat: way.touches.includes('brokers'),
        run: async (cluster) => {
          const links = way.links(cluster);
          links.forEach((link) => link.become(weather));
          await pause(forMs);
          links.forEach((link) => link.become({ kind: 'clear' }));
        },
      };
    },
  };
}

export const networkDelay = kindOf('network-delay', 'every chunk delayed by 300 ms', { kind: 'delay', ms: 300 });
export const networkLoss = kindOf('network-loss', 'every fifth chunk lost', { kind: 'loss', share: 0.2 });
export const networkReset = kindOf('network-reset', 'connections reset', { kind: 'reset' });
export const networkHalfOpen = kindOf('network-half-open', 'connections half open', { kind: 'halfOpen' });
