// Realistic histories of every courier with a mapping, their events worked out by hand from the domain's rules.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { type JsonObject, parseRecordObject, parseScanObject, type Parsed, toIso } from '#libs/contracts';
import { loadCarrierFiles, SHIPPED_ALONE } from '../../apps/event-builder/src/carriers/carrier-mappings.provider.js';
import { interpretScan } from '../../apps/event-builder/src/carriers/interpret-scan.js';
import { courierLink } from '../../apps/event-builder/src/carriers/parse-couriers.js';
import type { Consignment } from '../../apps/event-builder/src/consignment/consignment.js';
import { decideEvents } from '../../apps/event-builder/src/consignment/decide-events.js';
import type { DecidedEvent, Decision, DecisionRules } from '../../apps/event-builder/src/consignment/decision.js';

interface ExpectedEvent {
  readonly event: string;
  readonly delivery_status: string;
  readonly timestamp: string;
  readonly exception_code?: string;
  readonly return_reason?: string;
  readonly next_action?: string;
  readonly next_action_is_specified?: boolean;
  /** Left out where the history does not care. */
  readonly delivery_location?: string;
  /** Days: door to door, qualified attempt, end to end. */
  readonly lead: readonly [number, number, number];
}

interface History {
  readonly name: string;
  /** Of a captured one: repository and path where it was published; people, numbers and streets are replaced. */
  readonly source?: string;
  readonly language: string;
  readonly country: string;
  readonly record: JsonObject & { readonly references: JsonObject };
  readonly scans: readonly JsonObject[];
  readonly expected: readonly ExpectedEvent[];
}

interface Book {
  readonly courier: string;
  /** Where fewer than three captured histories are: what was searched, and found no more. */
  readonly searched?: string;
  readonly histories: readonly History[];
}

const FOLDER = join(import.meta.dirname, '../fixtures/histories');
const { mappings, couriers } = loadCarrierFiles(SHIPPED_ALONE);

const RULES: DecisionRules = {
  leadTimeZone: 'recipient',
  nextActionHabit: (courier) => couriers.get(courier)?.nextAction ?? {},
  courierLink: (courier, references) => courierLink(couriers.get(courier), references),
  warehouseZone: () => 'UTC',
  graceMs: () => 0,
};

const books = readdirSync(FOLDER).map((file) => {
  return { file, ...(JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Book) };
});

/** No later than any of the messages: the time rule compares with the message, never with the clock. */
const MESSAGE_TIMESTAMP_MS = Date.UTC(2027, 0);

function replay(courier: string, history: History): DecidedEvent[] {
  const first = decided(decideEvents(undefined, { kind: 'record', record: recordOf(courier, history), earlierScans: [] }, RULES));
  const events = [...first.events];
  let consignment: Consignment = first.consignment;
  for (const message of history.scans) {
    const scan = whole(parseScanObject(message, MESSAGE_TIMESTAMP_MS));
    const reading = interpretScan(scan, mappings.get(courier) ?? fail(`no mapping for ${courier}`));
    const next = decided(decideEvents(consignment, { kind: 'scan', scan, reading }, RULES));
    events.push(...next.events);
    consignment = next.consignment;
  }
  return events;
}

function recordOf(courier: string, { language, country, record: { references, ...rest } }: History): ReturnType<typeof wholeRecord> {
  const common = { orderNo: 'A-1', client: 'shop', warehouse: 'W1', destination_country_iso3: country, language };
  return wholeRecord({
    schema: 'record/1',
    transfer_id: 'transfer-1',
    account: 100,
    action: 'upsert',
    ...rest,
    references: { courier, ...common, ...references },
  });
}

const wholeRecord = (message: JsonObject) => whole(parseRecordObject(message, MESSAGE_TIMESTAMP_MS));

/** A fixture with a fault or a repaired field would prove nothing. */
function whole<T extends { readonly repairs: readonly string[] }>(parsed: Parsed<T>): T {
  if (!parsed.ok) return fail(`${parsed.reason}: ${parsed.detail}`);
  if (parsed.value.repairs.length > 0) return fail(`repaired: ${parsed.value.repairs.join(', ')}`);
  return parsed.value;
}

const decided = (decision: Decision): Extract<Decision, { kind: 'decided' }> =>
  decision.kind === 'decided' ? decision : fail(`${decision.reason}: ${decision.detail}`);

function fail(message: string): never {
  throw new Error(message);
}

/** What a golden file says of an event; a field that the event does not have is absent here too. */
function asExpected({ event, facts, happenedAtMs, leadTimes, deliveryLocation }: DecidedEvent, like: ExpectedEvent | undefined): object {
  return withoutAbsent({
    event,
    delivery_status: facts.status,
    timestamp: toIso(happenedAtMs),
    exception_code: event === 'onDelay' ? facts.exceptionCode : undefined,
    return_reason: event === 'onReturn' ? facts.returnReason : undefined,
    next_action: event === 'onFailedAttempt' ? facts.nextAction : undefined,
    next_action_is_specified: event === 'onFailedAttempt' ? facts.nextActionIsSpecified : undefined,
    delivery_location: like?.delivery_location === undefined ? undefined : deliveryLocation,
    lead: [leadTimes.doorToDoor, leadTimes.qualifiedAttempt, leadTimes.endToEnd],
  });
}

/**
 * What does not depend on the order of arrival: the event of its own that each scan causes, and how often onDispatch comes. The first scan to arrive
 * dispatches, attempts are numbered as they come, and an older date is no news.
 */
const toldByEachScan = (events: readonly DecidedEvent[]): readonly string[] =>
  events
    .filter(({ event }) => event !== 'onScheduled')
    .map(({ event, facts, happenedAtMs }) =>
      event === 'onDispatch' ? event : [event, happenedAtMs, facts.exceptionCode, facts.returnReason].join(' '),
    )
    .toSorted();

/** The same order for the same seed. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  let state = seed;
  const ranked = items.map((item) => ({ item, rank: (state = (state * 48_271) % 2_147_483_647) }));
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ item }) => item);
}

const withoutAbsent = (fields: object): object => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

describe.each(books)('$courier', ({ file, courier, searched, histories }) => {
  it('has its golden file, with three captured histories, or says what was searched', () => {
    expect(file).toBe(`${courier}.json`);
    const captured = histories.filter(({ source }) => source !== undefined);
    expect(captured.length >= 3 || (searched ?? '') !== '').toBe(true);
  });

  it.each(histories)('$name', (history) => {
    const events = replay(courier, history);
    expect(events.map((event, index) => asExpected(event, history.expected[index]))).toEqual(history.expected);
  });

  it.each(histories)('$name, in any other order: the same is told, each at its own time', (history) => {
    const told = toldByEachScan(replay(courier, history));
    const orders = [history.scans.toReversed(), ...[1, 2, 3].map((seed) => shuffled(history.scans, seed))];
    for (const scans of orders) expect(toldByEachScan(replay(courier, { ...history, scans }))).toEqual(told);
  });

  it('needs no link of the retailer: the courier’s own page stands in', () => {
    for (const { trackingLink, references } of histories.flatMap((history) => replay(courier, history))) {
      expect(trackingLink).toContain(references.tracking_number);
      expect(new URL(trackingLink).protocol).toBe('https:');
    }
  });
});

describe('the histories', () => {
  it('leave no mapping out', () => {
    expect(books.map(({ file }) => basename(file, '.json')).toSorted()).toEqual([...mappings.keys()].toSorted());
  });

  it('hold the capture that the domain reckons out: seven days door to door, ten from the label', () => {
    const capture = books.find(({ courier }) => courier === 'usps')?.histories[0] ?? fail('no usps history');
    expect(replay('usps', capture).map(({ event, leadTimes }) => [event, ...Object.values(leadTimes)])).toEqual([
      ['onCreated', -1, -1, -1],
      ['onDispatch', -1, -1, -1],
      ['onOutForDelivery', -1, -1, -1],
      ['onDelivered', 7, 10, 10],
      ['onDelivered', 7, 10, 10],
    ]);
  });
});
