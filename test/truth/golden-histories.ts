// The golden histories (test/fixtures/histories), and the events that event-builder decides for them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type JsonObject, parseRecordObject, parseScanObject, type Parsed, type Scan } from '#libs/contracts';
import { loadCarrierFiles, SHIPPED_ALONE } from '../../apps/event-builder/src/carriers/carrier-mappings.provider.js';
import { interpretScan, type ScanReading } from '../../apps/event-builder/src/carriers/interpret-scan.js';
import { courierLink } from '../../apps/event-builder/src/carriers/parse-couriers.js';
import type { Consignment } from '../../apps/event-builder/src/consignment/consignment.js';
import { decideEvents } from '../../apps/event-builder/src/tracking/decide-events.js';
import type { DecidedEvent, Decision, DecisionRules } from '../../apps/event-builder/src/events/decision.js';

export interface ExpectedEvent {
  readonly event: string;
  readonly delivery_status: string;
  readonly timestamp: string;
  readonly exception_code?: string;
  readonly return_reason?: string;
  readonly next_action?: string;
  readonly next_action_is_specified?: boolean;
  /** Absent if the history does not check it. */
  readonly delivery_location?: string;
  /** Days: door to door, qualified attempt, end to end. */
  readonly lead: readonly [number, number, number];
}

export interface History {
  readonly name: string;
  /** The repository and path where a captured history was published. People, numbers and streets in it are replaced. */
  readonly source?: string;
  readonly language: string;
  readonly country: string;
  readonly record: JsonObject & { readonly references: JsonObject };
  readonly scans: readonly JsonObject[];
  readonly expected: readonly ExpectedEvent[];
}

interface Book {
  readonly courier: string;
  /** For fewer than three captured histories: the sources that were searched without finding more. */
  readonly searched?: string;
  readonly histories: readonly History[];
}

const FOLDER = join(import.meta.dirname, '../fixtures/histories');
export const { mappings, couriers } = loadCarrierFiles(SHIPPED_ALONE);

const RULES: DecisionRules = {
  leadTimeZone: 'recipient',
  nextActionDefaults: (courier) => couriers.get(courier)?.nextAction ?? {},
  courierLink: (courier, references) => courierLink(couriers.get(courier), references),
  warehouseZone: () => 'UTC',
  graceMs: () => 0,
};

export const books = readdirSync(FOLDER).map((file) => {
  return { file, ...(JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Book) };
});

/** Not earlier than any message: the time rule compares times with the message's timestamp, never with the clock. */
const MESSAGE_TIMESTAMP_MS = Date.UTC(2027, 0);

/** One message of a history, and the decisions about it. */
export interface Step {
  /** undefined = the step is the record. */
  readonly scan: Scan | undefined;
  readonly reading: ScanReading | undefined;
  readonly events: readonly DecidedEvent[];
  /** The consignment after the step. */
  readonly consignment: Consignment;
}

export function stepsOf(courier: string, history: History): Step[] {
  const opening = { kind: 'record', record: recordOf(courier, history), createdAtMs: MESSAGE_TIMESTAMP_MS, earlierScans: [] } as const;
  const first = decided(decideEvents(undefined, opening, RULES));
  const steps: Step[] = [{ scan: undefined, reading: undefined, events: first.events, consignment: first.consignment }];
  for (const message of history.scans) {
    const scan = whole(parseScanObject(message, MESSAGE_TIMESTAMP_MS));
    const reading = interpretScan(scan, mappings.get(courier) ?? fail(`no mapping for ${courier}`));
    const { events, consignment } = decided(decideEvents(steps.at(-1)!.consignment, { kind: 'scan', scan, reading }, RULES));
    steps.push({ scan, reading, events, consignment });
  }
  return steps;
}

export const replay = (courier: string, history: History): DecidedEvent[] => stepsOf(courier, history).flatMap(({ events }) => events);

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

/** Fails for a fixture with a fault or a repaired field, because such a fixture proves nothing. */
function whole<T extends { readonly repairs: readonly string[] }>(parsed: Parsed<T>): T {
  if (!parsed.ok) return fail(`${parsed.reason}: ${parsed.detail}`);
  if (parsed.value.repairs.length > 0) return fail(`repaired: ${parsed.value.repairs.join(', ')}`);
  return parsed.value;
}

const decided = (decision: Decision): Extract<Decision, { kind: 'decided' }> =>
  decision.kind === 'decided' ? decision : fail(`${decision.reason}: ${decision.detail}`);

export function fail(message: string): never {
  throw new Error(message);
}
