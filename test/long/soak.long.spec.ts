import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MINUTE, SECOND } from '#libs/config';
import { parcel } from '../builders/parcel.js';
import { insertReceiver } from '../builders/receiver-row.js';
import { eventMessage, trackingEvent } from '../builders/tracking-event.js';
import type { App } from '../support/app.js';
import { type Codec, pack, publishPacked, record } from '../support/batch-bomb.js';
import type { Behaviour } from '../support/behaviour.js';
import { type ForeignPublisher, openPublisher, type OutgoingMessage } from '../support/foreign-publisher.js';
import type { TestReceiver } from '../support/receiver.js';
import { useTestBed } from '../support/test-bed.js';
import { startTlsFlood, type TlsFlood } from '../support/tls-flood.js';
import { waitFor } from '../support/wait-for.js';

/** Everything that strangers, producers and receivers can do, all at once, beside an account that has nothing to do with it. */

const MINUTES = Number(process.env['MINUTES'] ?? 20);
/** Length of the first part, without attacks, for comparison. */
const CONTROL_MS = (MINUTES * MINUTE) / 5;
const ATTACKED_MS = MINUTES * MINUTE - CONTROL_MS;
const QUIET = 1;
const QUIET_EVERY_MS = 100;
const FIRST_HOSTILE = 100;
const HABITS: readonly Behaviour[] = [{ kind: 'hang' }, { kind: 'drip', everyMs: 100 }, { kind: 'answer', status: 500 }, { kind: 'close' }];
/** Limit of the peak of the second half, as a multiple of the peak of the first half. */
const MOST_GROWTH = 1.3;
const MIB = 2 ** 20;
const APPS = ['token-api', 'event-builder', 'webhook-sender'] as const;
type AppName = (typeof APPS)[number];

const bed = useTestBed({ partitions: 6, env: { LOG_LEVEL: 'error', NODE_OPTIONS: '--max-old-space-size=384' } });
const BOMBS = new Map<Codec, Buffer>();
let receiver: TestReceiver;
let flood: TlsFlood;
let publisher: ForeignPublisher;
let apps: Record<AppName, App>;
const publishedAtMs = new Map<string, number>();
const end = new AbortController();

beforeAll(async () => {
  receiver = await bed.startReceiver();
  flood = await startTlsFlood();
  publisher = await openPublisher();
  for (const codec of ['gzip', 'lz4', 'zstd'] as const) {
    BOMBS.set(codec, pack(codec, record({ key: [{ bytes: Buffer.from('k'), times: 40 * MIB }] })));
  }
  await insertReceiver(bed.database, { account: QUIET, url: receiver.url('/quiet') });
  for (const [index, habit] of HABITS.entries()) {
    receiver.behave(`/hostile${index}`, habit);
    await insertReceiver(bed.database, { account: FIRST_HOSTILE + index, url: receiver.url(`/hostile${index}`), timeoutMs: 5_000 });
  }
  await insertReceiver(bed.database, { account: FIRST_HOSTILE + HABITS.length, url: `${flood.origin}/`, timeoutMs: 5_000 });
  const started = await Promise.all(APPS.map((name) => bed.startProcess(name)));
  apps = Object.fromEntries(APPS.map((name, index) => [name, started[index]])) as Record<AppName, App>;
});

afterAll(async () => {
  flood.close();
  await publisher.close();
});

/** Repeats `act` until the end, whatever its result. */
async function recurring(everyMs: number, act: (index: number) => Promise<unknown>): Promise<void> {
  for (let index = 0; !end.signal.aborted; index++) {
    const dueMs = Date.now() + everyMs;
    await act(index).catch(() => undefined);
    await waitFor(() => end.signal.aborted || Date.now() >= dueMs, { everyMs: 10, timeoutMs: everyMs + MINUTE });
  }
}

const publish = (topic: string, messages: readonly OutgoingMessage[]): Promise<void> =>
  publisher.publish(bed.topicPrefix + topic, messages);

function quietParcel(): Promise<unknown> {
  const each = parcel({ account: QUIET });
  const { key, value } = each.record();
  publishedAtMs.set(each.trackingNumber, Date.now());
  return publish('records', [{ key: key!, value: JSON.stringify(value) }]);
}

/** Opens a socket that sends thousands of requests at once and never reads the answers. */
function pipeline(): Promise<unknown> {
  const socket: Socket = connect(Number(new URL(apps['token-api'].url).port), '127.0.0.1').on('error', () => undefined);
  socket.pause();
  socket.write('GET /deliveries HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(5_000));
  return waitFor(() => socket.destroyed || end.signal.aborted, { timeoutMs: 2 * SECOND }).finally(() => socket.destroy());
}

function hostileEvents(): Promise<unknown> {
  const accounts = Array.from({ length: HABITS.length + 1 }, (_, index) => FIRST_HOSTILE + index);
  return publish(
    'events',
    accounts.map((account) => eventMessage(trackingEvent({ account }))),
  );
}

const attacks = (): Promise<unknown> =>
  Promise.all([
    recurring(SECOND / 2, hostileEvents),
    recurring(SECOND / 10, (index) => publish('scans', [{ key: `junk ${index}`, value: '{"schema":"scan/1",' }])),
    recurring(2 * SECOND, (index) => {
      const [codec, packed] = [...BOMBS][index % BOMBS.size]!;
      return publishPacked(`${bed.topicPrefix}scans`, { codec, packed, records: 1 }, 3);
    }),
    recurring(SECOND / 4, pipeline),
  ]);

/** Returns the delays in ms from publishing to the receiver, for messages published in this period. */
function delaysBetween(fromMs: number, toMs: number): number[] {
  return receiver.requests('/quiet').flatMap((request) => {
    const sentMs = publishedAtMs.get(request.json<{ references: { tracking_number: string } }>().references.tracking_number)!;
    return sentMs >= fromMs && sentMs < toMs ? [request.atMs - sentMs] : [];
  });
}

const p99 = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? NaN;

describe(`${MINUTES} minutes of everything at once`, () => {
  it(
    'lose nothing, fill no memory and hardly delay a quiet account',
    async () => {
      const startedMs = Date.now();
      const [attackedMs, endMs] = [startedMs + CONTROL_MS, startedMs + CONTROL_MS + ATTACKED_MS];
      const memory: { atMs: number; mib: Record<AppName, number> }[] = [];
      const look = async (): Promise<void> => {
        const mib = await Promise.all(APPS.map(async (name) => ((await apps[name].metric('process_resident_memory_bytes')) ?? 0) / MIB));
        memory.push({
          atMs: Date.now(),
          mib: Object.fromEntries(APPS.map((name, index) => [name, mib[index]!])) as Record<AppName, number>,
        });
      };
      const work = [recurring(QUIET_EVERY_MS, quietParcel), recurring(5 * SECOND, look)];
      await waitFor(() => Date.now() >= attackedMs, { timeoutMs: CONTROL_MS + MINUTE, everyMs: 100 });
      work.push(attacks().then(() => undefined));
      await waitFor(() => Date.now() >= endMs, { timeoutMs: ATTACKED_MS + MINUTE, everyMs: 100 });
      end.abort();
      await Promise.all(work);
      await waitFor(() => receiver.requests('/quiet').length >= publishedAtMs.size, {
        timeoutMs: MINUTE,
        what: 'all webhooks of the quiet account',
      });

      const [alone, beside] = [delaysBetween(startedMs, attackedMs), delaysBetween(attackedMs, Infinity)]; // The last message may be published at the very end.
      process.stderr.write(
        `    quiet account, p99: ${p99(alone)} ms without attacks (${alone.length}), ${p99(beside)} ms with them (${beside.length})\n`,
      );
      expect(alone.length + beside.length).toBe(publishedAtMs.size);

      const middleMs = (attackedMs + endMs) / 2;
      for (const name of APPS) {
        const peak = (fromMs: number, toMs: number): number =>
          Math.max(...memory.filter(({ atMs }) => atMs >= fromMs && atMs < toMs).map(({ mib }) => mib[name]));
        const [first, second] = [peak(attackedMs, middleMs), peak(middleMs, endMs + MINUTE)];
        process.stderr.write(
          `    ${name}: at most ${Math.round(first)} MiB in the first half of the attacks, ${Math.round(second)} after\n`,
        );
        expect(second).toBeLessThan(MOST_GROWTH * first);
        expect(apps[name].isRunning()).toBe(true);
      }
    },
    (MINUTES + 5) * MINUTE,
  );
});
