import { compileSchema, type JsonObject, parcelKey, WEBHOOK_PAYLOAD_SCHEMA, type WebhookPayload } from '#libs/contracts';
import { loadCarrierFiles, SHIPPED_ALONE } from '../../apps/event-builder/src/carriers/carrier-mappings.provider.js';
import { type Arrival, readRecord, readScan } from '../../apps/event-builder/src/consignment/arrival.js';
import type { Consignment } from '../../apps/event-builder/src/consignment/consignment.js';
import type { BatchOutcome } from '../../apps/event-builder/src/batch/batch-outcome.js';
import type { Rulebook } from '../../apps/event-builder/src/rulebook/rulebook.js';
import { foldBatch } from '../../apps/event-builder/src/tracking/fold-batch.js';
import { foldOverdue } from '../../apps/event-builder/src/tracking/fold-overdue.js';
import { parcelOf } from '../../apps/event-builder/src/consignment/parcel.js';
import type { ErasedParcel, PastGeneration, StoredScan } from '../../apps/event-builder/src/batch/parcel-unit-of-work.js';
import type { Remark } from '../../apps/event-builder/src/batch/remark.js';
import { type RulebookInputs, toRulebook } from '../../apps/event-builder/src/rulebook/to-rulebook.js';
import { loadLanguages } from '../../apps/event-builder/src/texts/texts.provider.js';
import { rowCreatedAtMs } from '../../libs/persistence/src/partition-weeks.js';

const HOUR_MS = 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;

const findPayloadFault = compileSchema(WEBHOOK_PAYLOAD_SCHEMA);

/** Read once: reading takes a second. */
let shipped: Omit<RulebookInputs, 'ruleSet' | 'leadTimeZone' | 'graceMs' | 'defaultLanguage'> | undefined;

export const defaultInputs = (): RulebookInputs => ({
  ...(shipped ??= { ...loadCarrierFiles(SHIPPED_ALONE), languages: loadLanguages() }),
  ruleSet: 'shipped',
  leadTimeZone: 'recipient',
  graceMs: 4 * HOUR_MS,
  defaultLanguage: 'en',
});

let sharedRulebook: Rulebook | undefined;
const rulebookOf = (inputs: Partial<RulebookInputs> | undefined): Rulebook =>
  inputs === undefined ? (sharedRulebook ??= toRulebook(defaultInputs())) : toRulebook({ ...defaultInputs(), ...inputs });

/**
 * event-builder without Kafka and PostgreSQL: messages go in as JSON, payloads come out. The tables are lists; every state is serialised as
 * JSON, as in PostgreSQL, and stored scans are loaded newest first. Every payload is validated against the schema of the specification.
 */
export class ParcelWorld {
  readonly remarks: Remark[] = [];
  readonly refused: { readonly reason: string; readonly detail: string }[] = [];
  consignments: Consignment[] = [];
  /** Insertion time of each event's row by eventid, in epoch ms. */
  readonly createdAtMs = new Map<string, number>();
  private offset = 0;
  private parked: StoredScan[] = [];
  private applied: StoredScan[] = [];
  private pastGenerations: PastGeneration[] = [];
  private erased: ErasedParcel[] = [];
  private readonly rulebook: Rulebook;

  constructor(inputs?: Partial<RulebookInputs>) {
    this.rulebook = rulebookOf(inputs);
  }

  /** Processes one batch. The Kafka timestamp of a message is one minute after its event, unless the message has `message_timestamp`. */
  take(...messages: readonly JsonObject[]): WebhookPayload[] {
    const arrivals = messages.flatMap((message) => this.read(message));
    const loaded = {
      consignments: this.consignments,
      orphanScans: this.parked.toReversed(),
      appliedScans: this.applied.toReversed(),
      pastGenerations: this.pastGenerations,
      erased: this.erased,
    };
    const outcome = foldBatch(loaded, arrivals, this.rulebook);
    this.refused.push(...outcome.refused.values());
    return this.write(outcome);
  }

  /** Runs the job that looks for overdue parcels. */
  tick(now: string): WebhookPayload[] {
    const loaded = { consignments: this.consignments, orphanScans: [], appliedScans: [] };
    const nowMs = Date.parse(now);
    return this.write(foldOverdue(loaded, { dueUntilMs: nowMs, createdAtMs: (atMs) => rowCreatedAtMs(atMs, nowMs) }, this.rulebook));
  }

  /** Runs retention: consignments leave their generation behind, scans leave nothing. */
  removeConsignments(): void {
    for (const { account, courier, trackingNumber, generation, finalEventMs = 0 } of this.consignments) {
      this.pastGenerations.push({ account, courier, trackingNumber, generation, endedAtMs: finalEventMs });
    }
    this.consignments = [];
    this.applied = [];
  }

  /** Erases a parcel's data on request. @param key `courier:TRACKING` @param account 0 = all accounts */
  erase(key: string, { account, at }: { account: number; at: string }): void {
    const isMeant = (each: Consignment): boolean =>
      parcelKey(each.courier, each.trackingNumber) === key && (account === 0 || each.account === account);
    const meant = this.consignments.filter(isMeant);
    const erasedAtMs = Date.parse(at);
    const [courier = '', trackingNumber = ''] = key.split(':');
    const parcel = parcelOf({ courier, trackingNumber });
    this.erased.push(...meant.map(({ account: of, generation }) => ({ parcel, account: of, generation, erasedAtMs })));
    if (account === 0) this.erased.push({ parcel, account, generation: 0, erasedAtMs });
    this.consignments = this.consignments.filter((each) => !isMeant(each));
    [this.applied, this.parked] = [[], []];
  }

  get parkedScanIds(): string[] {
    return this.parked.map(({ scan }) => scan.scanId);
  }

  private read({ message_timestamp: at, ...message }: JsonObject): Arrival[] {
    const timestampMs = Date.parse((at ?? message['occurred_at'] ?? `${String(message['occurred_at_local'])}Z`) as string) + MINUTE_MS;
    const value = Buffer.from(JSON.stringify(message));
    const read = message['schema'] === 'scan/1' ? readScan : readRecord;
    const arrival = read({ key: null, value, timestampMs, offset: String(this.offset++), headers: {} }, timestampMs);
    if (arrival.ok) return [arrival.value];
    this.refused.push(arrival);
    return [];
  }

  private write({ events, changes, remarks }: BatchOutcome): WebhookPayload[] {
    this.remarks.push(...remarks);
    const gone = new Set([...changes.current, ...changes.retired].map(({ consignmentId }) => consignmentId));
    const kept = this.consignments.filter(({ consignmentId }) => !gone.has(consignmentId));
    this.consignments = [...kept, ...changes.current.map((state) => JSON.parse(JSON.stringify(state)) as Consignment)];
    this.parked = [...this.parked.filter((stored) => !changes.claimed.includes(stored)), ...changes.parked];
    this.applied.push(...changes.applied);
    for (const { event } of events) this.createdAtMs.set(event.payload.eventid, event.createdAtMs);
    return events.map(({ event }) => validPayload(event.payload));
  }
}

function validPayload(payload: WebhookPayload): WebhookPayload {
  const fault = findPayloadFault(JSON.parse(JSON.stringify(payload)) as JsonObject);
  if (fault) throw new Error(`${payload.event}: ${fault.instancePath} ${fault.message}\n${JSON.stringify(payload, null, 2)}`);
  return payload;
}

export const names = (payloads: readonly WebhookPayload[]): string[] => payloads.map(({ event }) => event);

let serial = 0;

/** Returns a record; `references` are merged into the references of a German parcel. */
export function aRecord({ references, ...rest }: JsonObject & { references?: JsonObject } = {}): JsonObject {
  return {
    schema: 'record/1',
    transfer_id: `transfer-${++serial}`,
    account: 100,
    action: 'upsert',
    occurred_at: '2026-03-27T08:00:00Z',
    references: {
      courier: 'dhl-germany',
      tracking_number: '00340434161094015902',
      orderNo: 'A-1',
      client: 'shop-de',
      warehouse: 'W237',
      destination_country_iso3: 'DEU',
      language: 'de',
      ...references,
    },
    links: { tracking_link: 'https://track.example/00340434161094015902' },
    ...rest,
  };
}

export function aScan(status: string, occurredAt: string, rest: JsonObject = {}): JsonObject {
  return {
    schema: 'scan/1',
    scan_id: `scan-${++serial}`,
    courier: 'dhl-germany',
    tracking_number: '00340434161094015902',
    occurred_at: occurredAt,
    status_hint: status,
    raw_text: `Raw ${status}`,
    ...rest,
  };
}
