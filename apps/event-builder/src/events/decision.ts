// The input and output of a decision.
import type { DeliveryLocation, EventName, ExpectedDelivery, Fault, References, RetailerRecord, Scan } from '#libs/contracts';
import type { ScanReading } from '../carriers/interpret-scan.js';
import type { Consignment, ScanFacts } from '../consignment/consignment.js';
import type { LeadTimes } from './lead-times.js';
import type { NextActionDefaults } from '../consignment/next-action.js';

/** A scan and its meaning. */
export interface ReadScan {
  readonly scan: Scan;
  readonly reading: ScanReading;
}

/** A scan that was stored before the record came. */
export interface EarlierScan extends ReadScan {
  /** Insertion time, epoch ms. */
  readonly createdAtMs: number;
  /** The offset of the scan's message. */
  readonly offset: number;
}

/** A record, and the facts beside the consignment; they are needed only when the record may open a consignment. */
export interface ReadRecord {
  readonly record: RetailerRecord;
  /** Insertion time of its rows, epoch ms. */
  readonly createdAtMs: number;
  /** The stored scans of this parcel, in any order. */
  readonly earlierScans: readonly EarlierScan[];
  /** The newest generation of this number that retention has removed. */
  readonly pastGeneration?: number | undefined;
}

export type DecisionInput =
  | ({ readonly kind: 'scan' } & ReadScan)
  | ({ readonly kind: 'record' } & ReadRecord)
  /** The overdue job found the send_date due: the parcel was not handed over by then, epoch ms. */
  | { readonly kind: 'overdue'; readonly atMs: number };

/** All settings that decisions depend on. */
export interface DecisionRules {
  readonly leadTimeZone: 'recipient' | 'utc';
  readonly nextActionDefaults: (courier: string) => NextActionDefaults;
  /** Returns the carrier's tracking page of one parcel, if there is one. */
  readonly courierLink: (courier: string, references: References) => string | undefined;
  readonly warehouseZone: (account: number, warehouse: string) => string;
  readonly graceMs: (client: string) => number;
}

/** A decided event; texts and wire spelling are added later. */
export interface DecidedEvent {
  readonly event: EventName;
  readonly eventid: string;
  /** When it happened, epoch ms. */
  readonly happenedAtMs: number;
  /** The insertion time of the scan that caused the event, epoch ms, if the scan had waited for its record. */
  readonly causeCreatedAtMs?: number | undefined;
  /** When a broken send_date was both promised and due, epoch ms. */
  readonly overdueSinceMs?: number | undefined;
  readonly references: References;
  readonly facts: ScanFacts;
  /** null = no reliable date. */
  readonly expectedDelivery: ExpectedDelivery | null;
  readonly deliveryLocation: DeliveryLocation | '';
  readonly trackingLink: string;
  readonly rerouteLink: string;
  readonly leadTimes: LeadTimes;
  /** The recipient's IANA zone. */
  readonly zone: string;
}

export interface Decided {
  readonly kind: 'decided';
  /** The same object as before when nothing has changed. */
  readonly consignment: Consignment;
  readonly events: readonly DecidedEvent[];
  /** The number of scans that were left out because they belong to an earlier parcel of the same number. */
  readonly earlierConsignmentScans: number;
}

export type Decision = Decided | ({ readonly kind: 'refused' } & Fault);

export const decided = (consignment: Consignment, events: readonly DecidedEvent[], earlierConsignmentScans = 0): Decided => ({
  kind: 'decided',
  consignment,
  events,
  earlierConsignmentScans,
});
