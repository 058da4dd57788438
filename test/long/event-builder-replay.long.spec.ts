import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { writeCarrierFiles } from '../builders/carrier-files.js';
import { history, type Wave } from '../builders/history.js';
import type { App } from '../support/app.js';
import { MemoryWatch } from '../support/memory-watch.js';
import { SimpleModel } from '../support/simple-model.js';
import { type ModelEvent, toComparable } from '../support/simple-model-event.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { type TestBed, useTestBed } from '../support/test-bed.js';
import { lagOf } from '../support/topics.js';
import { waitFor } from '../support/wait-for.js';
import { eventsIn } from '../builders/tracking-event.js';

/**
 * A month of a busy service, compared with a second implementation of the domain and then replayed: into the system that knows the month,
 * and into a system that knows nothing.
 */

const SEED = Number(process.env['SEED'] ?? 20_261_121);
const PARCELS = Number(process.env['PARCELS'] ?? 10_000);
const CHUNK = 1000;
const GRACE_MS = 4 * 60 * 60 * 1000;
/** Resident memory varies with garbage collection; memory kept for each scan would grow many times over. */
const MOST_GROWTH = 1.5;

const carrierSettings = writeCarrierFiles(temporaryFolder());
/** Such a small heap would overflow if event-builder kept something for each scan. */
const NODE_OPTIONS = '--max-old-space-size=256';
const env = { ...carrierSettings, LOG_LEVEL: 'warn', INTERNAL_DELAY_GRACE_MS: String(GRACE_MS), NODE_OPTIONS };
const bed = useTestBed({ partitions: 6, env });
const emptyBed = useTestBed({ partitions: 4, env });

const waves = history({ seed: SEED, parcels: PARCELS });
const scanCount = waves.flatMap(({ messages }) => messages.filter(({ kind }) => kind === 'scan')).length;
const model = new SimpleModel();
let app: App;

beforeAll(async () => {
  for (const { messages } of waves) {
    for (const { kind, value } of messages) {
      if (kind === 'scan') model.takeScan(value);
      else if (kind === 'record') model.takeRecord(value);
    }
    model.fireOverdue(Date.now());
  }
  app = await bed.startProcess('event-builder');
});

async function publishWave(to: TestBed, { topic, messages }: Wave): Promise<void> {
  await publishAll(to, topic, messages);
  await settled(to);
}

/** Publishes in batches below the broker's limit. */
async function publishAll(to: TestBed, topic: string, messages: Wave['messages']): Promise<void> {
  for (let start = 0; start < messages.length; start += CHUNK) await to.publish(topic, messages.slice(start, start + CHUNK));
}

/** Waits until every message is processed and every overdue parcel reported: only then may the next wave come. */
async function settled({ topicPrefix, database }: TestBed): Promise<void> {
  const group = `${topicPrefix}event-builder`;
  const isTaken = async (topic: string): Promise<boolean> => (await lagOf(group, topicPrefix + topic)) === 0;
  const due = `SELECT 1 FROM internal_delay_due WHERE state = 'armed' AND due_at <= now() LIMIT 1`;
  await waitFor(async () => (await isTaken('scans')) && (await isTaken('records')) && (await database.query(due)).length === 0, {
    what: 'scans, records and send dates to be dealt with',
    timeoutMs: 150_000,
    everyMs: 200,
  });
}

/** Returns the number of messages in a topic. */
const sizeOf = ({ topicPrefix }: TestBed, name: string): Promise<number> => lagOf('nobody', topicPrefix + name);

/** Counts the rows in the tables of event-builder. */
const stored = async ({ database }: TestBed): Promise<unknown> =>
  database.query(`SELECT (SELECT count(*)::int FROM consignment) consignments, (SELECT count(*)::int FROM scan) scans,
    (SELECT count(*)::int FROM orphan_scan) parked, (SELECT count(*)::int FROM event) events`);

const told = async ({ readTopic }: TestBed): Promise<ModelEvent[]> => eventsIn(await readTopic('events')).map(toComparable);

/** Groups events by consignment, in the order in which they were published. */
function byConsignment(events: readonly ModelEvent[]): Map<string, ModelEvent[]> {
  const byId = new Map<string, ModelEvent[]>();
  for (const event of events) byId.set(event.consignmentId, [...(byId.get(event.consignmentId) ?? []), event]);
  return byId;
}

/** Fails with the complete lists of the first consignments that differ. */
function expectTheSame(actual: readonly ModelEvent[], expected: readonly ModelEvent[]): void {
  const actualById = byConsignment(actual);
  const expectedById = byConsignment(expected);
  const ids = [...new Set([...actualById.keys(), ...expectedById.keys()])];
  const differing = ids.filter((id) => !isDeepStrictEqual(actualById.get(id), expectedById.get(id)));
  const shown = differing.slice(0, 3);
  expect({ differing: differing.length, first: shown.map((id) => actualById.get(id)) }).toEqual({
    differing: 0,
    first: shown.map((id) => expectedById.get(id)),
  });
}

const countsOf = (words: readonly string[]): Record<string, number> =>
  Object.fromEntries([...new Set(words)].toSorted().map((word) => [word, words.filter((other) => other === word).length]));

const say = (text: string): void => void process.stderr.write(`    ${text}\n`);

async function timed(what: string, act: () => Promise<void>): Promise<void> {
  const startMs = Date.now();
  await act();
  const seconds = (Date.now() - startMs) / 1000;
  say(`${what}: ${scanCount} scans in ${seconds.toFixed(1)} s, ${Math.round(scanCount / seconds)} scans/s`);
}

describe(`a month of ${scanCount} scans (seed ${SEED})`, () => {
  it('has the promised size', () => {
    expect(scanCount).toBeGreaterThanOrEqual(10 * PARCELS);
    expect(byConsignment(model.events).size).toBeGreaterThanOrEqual(PARCELS);
    expect(new Set(model.events.map(({ event }) => event)).size).toBe(11);
    expect(new Set(model.events.map(({ eventid }) => eventid)).size).toBe(model.events.length);
  });

  it('gives exactly the events of the model, and memory does not grow', async () => {
    const memory = new MemoryWatch(app, 'scans');
    await timed('first time', async () => {
      for (const wave of waves) await publishWave(bed, wave);
    });
    await memory.stop();
    expectTheSame(await told(bed), model.events);

    const [early, late] = [memory.peakMiB(-1, scanCount / 5), memory.peakMiB(scanCount / 5, Infinity)];
    say(`resident memory: at most ${early} MiB within the first fifth of the scans, ${late} MiB after`);
    expect(late).toBeLessThan(MOST_GROWTH * early);
  });

  it('makes every bad message a dead letter with its reason, and no other message', async () => {
    const bad = waves.flatMap(({ messages }) => messages.flatMap((message) => (message.kind === 'bad' ? [message.reason] : [])));
    const parked = [...(await bed.readTopic('scans.dlq')), ...(await bed.readTopic('records.dlq'))];
    const expected = [...bad, ...model.refused.map(() => 'E_LINK')];
    expect(countsOf(parked.map(({ headers }) => headers['reason'] ?? ''))).toEqual(countsOf(expected));
  });

  it('gives nothing new when all of it comes again', async () => {
    const before = await stored(bed);
    await timed('once more', async () => {
      for (const { topic, messages } of waves) await publishAll(bed, topic, messages);
      await settled(bed);
    });
    expect(await stored(bed)).toEqual(before);
    expect(await sizeOf(bed, 'events')).toBe(model.events.length);
  });

  it('gives the same events with the same ids in a system that knew nothing, with two members and other partitions', async () => {
    await Promise.all([emptyBed.startProcess('event-builder'), emptyBed.startProcess('event-builder')]);
    await timed('again, two members', async () => {
      for (const wave of waves) await publishWave(emptyBed, wave);
    });
    expectTheSame(await told(emptyBed), model.events);
  });
});
