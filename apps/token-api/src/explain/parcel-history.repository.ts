// many tables, read only: everything known about one parcel of one account
import { Injectable } from '@nestjs/common';
import {
  type ContentFilter,
  type EventName,
  type FilteredEvent,
  NO_FILTER,
  ownScanIdsOf,
  parcelIdOf,
  toFilteredEvent,
  TOPICS,
} from '#libs/contracts';
import { FILTER_FIELDS, unpackJson } from '#libs/persistence';
import { DataSource, type EntityManager } from 'typeorm';
import type { ConsignmentRow } from '../consignments/consignment-view.js';
import { IS_PARCEL, type PackedConsignment, SCAN_DIGEST, SCANS, WHOSE_SCAN, withState } from '../consignments/consignments.repository.js';
import type { ParcelName } from '../consignments/parcels.repository.js';
import type { ScanRow } from '../consignments/scan-history.js';
import type { DeliveryRow } from '../deliveries/deliveries.repository.js';
import { DELIVERY } from '../deliveries/deliveries.repository.js';
import { HAS_DELIVERIES } from '../redeliveries/missing.statements.repository.js';
import {
  MOST_RECEIVERS,
  type DeadLetter,
  type ReceiverChange,
  type ParcelHistory,
  type HistoryEvent,
  type HistoryReceiver,
} from './parcel-history.js';

/** A usual parcel has a dozen events. */
const MOST_EVENTS = 50;
const MOST_CHANGES = 1000;
const MOST_DEAD_LETTERS = 20;

const CONSIGNMENTS = `
  SELECT consignment_id AS "consignmentId", courier, tracking_number AS "trackingNumber", generation, is_current AS "isCurrent", state,
    created_at AS "createdAt", updated_at AS "updatedAt"
  FROM consignment WHERE ${IS_PARCEL} AND account_id = $3 ORDER BY is_current DESC, generation DESC LIMIT 10`;

const EVENTS = `
  SELECT eventid, payload, happened_at AS timestamp, created_at AS "createdAt", ${HAS_DELIVERIES} AS "hasDeliveries"
  FROM event WHERE consignment_id = $1 AND ($2::text IS NULL OR event = $2)
  ORDER BY happened_at DESC, created_at DESC LIMIT ${MOST_EVENTS}`;

/**
 * Deliveries of the explained receivers come first, then undelivered ones. A delivery and its event have the same creation time, which selects
 * the partition.
 */
const DELIVERIES = `
  SELECT found.* FROM unnest($1::uuid[], $2::text[]) AS told(id, at)
  CROSS JOIN LATERAL (
    SELECT ${DELIVERY} FROM delivery WHERE delivery.eventid = told.id AND delivery.created_at = told.at::timestamptz AND account_id = $3
      AND ($4::uuid IS NULL OR receiver_id = $4)
    ORDER BY receiver_id = ANY($5::uuid[]) DESC, status = 'delivered', delivery_id LIMIT ${2 * MOST_RECEIVERS}) AS found
  ORDER BY status = 'delivered', "deliveryId"`;

const LAST_ENDS = `
  SELECT delivery_id AS "deliveryId", last.*
  FROM unnest($1::uuid[], $2::text[]) AS undelivered(delivery_id, at)
  CROSS JOIN LATERAL (
    SELECT reason, detail FROM delivery_attempt AS attempt
    WHERE attempt.delivery_id = undelivered.delivery_id AND delivery_created_at = undelivered.at::timestamptz
    ORDER BY round DESC, attempt DESC LIMIT 1) AS last`;

const RECEIVERS = `
  SELECT receiver_id AS "receiverId", name, enabled,
    CASE WHEN disabled_at IS NOT NULL THEN jsonb_build_object('at', disabled_at, 'reason', disabled_reason) END AS disabled, events, ${FILTER_FIELDS}, created_at AS "createdAt", NULL::timestamptz AS "deletedAt"
  FROM receiver WHERE account_id = $1 AND ($2::uuid IS NULL OR receiver_id = $2) ORDER BY created_at, receiver_id LIMIT ${MOST_RECEIVERS}`;

const RECEIVER_COUNT = `SELECT count(*)::integer AS receivers FROM receiver WHERE account_id = $1`;

/** The receiver as it was at its deletion. */
const DELETED_RECEIVER = `
  SELECT subject_id AS "receiverId", coalesce(before->>'name', '') AS name, (before->>'enabled')::boolean AS enabled,
    nullif(before->'disabled', 'null') AS disabled, before->'events' AS events,
    before->'filter' AS filter, (before->>'createdAt')::timestamptz AS "createdAt", happened_at AS "deletedAt"
  FROM audit_log WHERE account_id = $1 AND subject_id = $2::text AND action = 'receiver.deleted'`;

const CHANGES = `
  SELECT subject_id AS "receiverId", happened_at AS at, coalesce(before, '{}') AS before, action = 'receiver.deleted' AS "isDeletion"
  FROM audit_log WHERE account_id = $1 AND subject_id = ANY($2::text[]) AND happened_at >= $3
    AND action IN ('receiver.changed', 'receiver.disabled', 'receiver.deleted')
  ORDER BY audit_id DESC LIMIT ${MOST_CHANGES}`;

/** Only its account sees a refused record. Every account with a record of the parcel sees a refused scan of the carrier. */
const DEAD_LETTERS = `
  SELECT CASE topic WHEN '${TOPICS.records.name}' THEN 'record' ELSE 'scan' END AS kind, message_id AS "messageId", reason, detail, created_at AS "deadLetteredAt"
  FROM dead_letter WHERE courier = $1 AND tracking_number = $2
    AND (account_id = $3 OR (account_id IS NULL AND topic = '${TOPICS.scans.name}' AND $4))
  ORDER BY created_at DESC LIMIT ${MOST_DEAD_LETTERS}`;

/** `ownWaiting` excludes scans that were left out as an earlier parcel's: they stay in `orphan_scan` until the sweep, but wait for no record. */
const STANDING = `
  SELECT
    (SELECT count(*) FROM (SELECT FROM orphan_scan WHERE courier = $1 AND tracking_number = $2
      AND ${WHOSE_SCAN} = $4 AND NOT ${SCAN_DIGEST} = ANY($6::text[]) LIMIT 1000) AS few)::integer AS "ownWaiting",
    (SELECT erased_at FROM erased_parcel WHERE parcel_id = $5 AND account_id = $3) AS "erasedAt",
    (SELECT ended_at FROM past_generation WHERE courier = $1 AND tracking_number = $2 AND account_id = $3) AS "removedAt"`;

/** The request: a parcel of an account, and optionally one event and one receiver. */
export interface HistoryQuery extends ParcelName {
  readonly account: number;
  readonly event: EventName | undefined;
  readonly receiverId: string | undefined;
}

type FoundConsignment = ConsignmentRow & { readonly generation: number; readonly isCurrent: boolean };
type PackedFound = PackedConsignment & Pick<FoundConsignment, 'generation' | 'isCurrent'>;
type PackedEvent = Omit<HistoryEvent, keyof FilteredEvent> & { readonly payload: Buffer };
type DeletedReceiver = Omit<HistoryReceiver, keyof ContentFilter> & { readonly filter: ContentFilter | null };

/** The part of a history that comes from the tables. The time and the state of the circuits are added later. */
export interface FoundHistory {
  readonly consignments: readonly FoundConsignment[];
  readonly scans: readonly ScanRow[];
  readonly events: readonly HistoryEvent[];
  readonly deliveries: readonly DeliveryRow[];
  readonly lastEnds: ParcelHistory['lastEnds'];
  readonly receivers: readonly HistoryReceiver[];
  readonly receiversNotExplained: number;
  readonly changes: readonly ReceiverChange[];
  readonly deadLetters: readonly DeadLetter[];
  readonly ownWaiting: number;
  readonly erasedAt: Date | null;
  readonly removedAt: Date | null;
}

@Injectable()
export class HistoryRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Reads one snapshot. Otherwise an event could appear without the scan that caused it. */
  find(query: HistoryQuery): Promise<FoundHistory> {
    return this.dataSource.transaction('REPEATABLE READ', async (manager) => {
      const { account, courier, trackingNumber, event, receiverId } = query;
      const rows = await manager.query<PackedFound[]>(CONSIGNMENTS, [courier, trackingNumber, account]);
      const consignments: FoundConsignment[] = rows.map(withState);
      const current = consignments.find(({ isCurrent }) => isCurrent);
      const [standing] = await manager.query<Pick<FoundHistory, 'ownWaiting' | 'erasedAt' | 'removedAt'>[]>(STANDING, [
        courier,
        trackingNumber,
        account,
        ownScanIdsOf(account),
        parcelIdOf(query),
        current?.state.leftOutScans ?? [],
      ]);
      const deadLetters = await manager.query<DeadLetter[]>(DEAD_LETTERS, [courier, trackingNumber, account, current !== undefined]);
      const rest = current === undefined ? NOTHING : await this.restOf(manager, current, { account, event, receiverId });
      return { consignments, deadLetters, ...standing!, ...rest };
    });
  }

  private async restOf(
    manager: EntityManager,
    { consignmentId, courier, trackingNumber, state }: FoundConsignment,
    { account, event, receiverId }: Pick<HistoryQuery, 'account' | 'event' | 'receiverId'>,
  ): Promise<typeof NOTHING> {
    const scans = await manager.query<ScanRow[]>(SCANS, [courier, trackingNumber, state.appliedScans]);
    const events = (await manager.query<PackedEvent[]>(EVENTS, [consignmentId, event ?? null])).map(withFilteredEvent);
    const receivers = await manager.query<HistoryReceiver[]>(RECEIVERS, [account, receiverId ?? null]);
    if (receiverId !== undefined && receivers.length === 0)
      receivers.push(...(await manager.query<DeletedReceiver[]>(DELETED_RECEIVER, [account, receiverId])).map(withLists));
    const deliveries = await manager.query<DeliveryRow[]>(DELIVERIES, [
      events.map(({ eventid }) => eventid),
      events.map(({ createdAt }) => createdAt.toISOString()),
      account,
      receiverId ?? null,
      receivers.map((each) => each.receiverId),
    ]);
    const lastEnds = await this.lastEndsOf(manager, deliveries);
    const receiversNotExplained = receiverId === undefined ? await this.countOthers(manager, account, receivers) : 0;
    const ids = [...new Set([...receivers, ...deliveries].map((each) => each.receiverId))];
    const oldest = new Date(Math.min(...events.map(({ createdAt }) => createdAt.getTime())) - 1);
    const changes = events.length === 0 ? [] : await manager.query<FoundHistory['changes'][number][]>(CHANGES, [account, ids, oldest]);
    return { scans, events, deliveries, lastEnds, receivers, receiversNotExplained, changes };
  }

  private async countOthers(manager: EntityManager, account: number, explained: readonly HistoryReceiver[]): Promise<number> {
    if (explained.length < MOST_RECEIVERS) return 0;
    const [all] = await manager.query<{ receivers: number }[]>(RECEIVER_COUNT, [account]);
    return all!.receivers - explained.length;
  }

  private async lastEndsOf(manager: EntityManager, deliveries: readonly DeliveryRow[]): Promise<FoundHistory['lastEnds']> {
    const undelivered = deliveries.filter(({ status, attempts }) => status !== 'delivered' && attempts > 0);
    if (undelivered.length === 0) return new Map();
    const rows = await manager.query<{ deliveryId: string; reason: number | null; detail: string | null }[]>(LAST_ENDS, [
      undelivered.map(({ deliveryId }) => deliveryId),
      undelivered.map(({ createdAtText }) => createdAtText),
    ]);
    return new Map(rows.map(({ deliveryId, ...end }) => [deliveryId, end]));
  }

  /** True when the account has this receiver, or had it before its deletion. */
  async knowsReceiver(account: number, receiverId: string): Promise<boolean> {
    const rows = await this.dataSource.query<object[]>(
      `SELECT FROM receiver WHERE account_id = $1 AND receiver_id = $2::uuid
       UNION ALL SELECT FROM audit_log WHERE account_id = $1 AND subject_id = $2::text AND action = 'receiver.deleted' LIMIT 1`,
      [account, receiverId],
    );
    return rows.length > 0;
  }
}

const withFilteredEvent = ({ payload, ...event }: PackedEvent): HistoryEvent => ({
  ...event,
  ...toFilteredEvent(unpackJson<FilteredEvent>(payload)),
});

const withLists = ({ filter, ...receiver }: DeletedReceiver): HistoryReceiver => ({ ...receiver, ...NO_FILTER, ...filter });

const NOTHING: Pick<FoundHistory, 'scans' | 'events' | 'deliveries' | 'lastEnds' | 'receivers' | 'receiversNotExplained' | 'changes'> = {
  scans: [],
  events: [],
  deliveries: [],
  lastEnds: new Map(),
  receivers: [],
  receiversNotExplained: 0,
  changes: [],
};
