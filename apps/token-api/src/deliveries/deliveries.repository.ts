import { Injectable } from '@nestjs/common';
import type { DeliveryKind, DeliveryState, OutcomeClass, WebhookEventName, WebhookPayload } from '#libs/contracts';
import { unpackJson } from '#libs/persistence';
import { DataSource } from 'typeorm';
import { CREATED_AT_TEXT } from '../paging/created-at-text.repository.js';
import { type Condition, Terms } from '../paging/page.js';
import { addChoice } from '../consignments/parcels.repository.js';
import type { DeliveryFilter } from './deliveries.dto.js';

export interface DeliveryRow {
  readonly deliveryId: string;
  readonly eventid: string;
  readonly event: WebhookEventName;
  readonly kind: DeliveryKind;
  readonly receiverId: string;
  readonly consignmentId: string;
  readonly courier: string | null;
  readonly trackingNumber: string | null;
  readonly orderNo: string | null;
  readonly status: DeliveryState;
  /** True for a test by POST /receivers/{receiverId}/test, which has no parcel. */
  readonly isTest: boolean;
  readonly round: number;
  readonly attempts: number;
  readonly nextAttemptAt: Date | null;
  readonly lastOutcome: OutcomeClass | null;
  readonly lastHttpStatus: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** `createdAt` to the microsecond, as the table keeps it. */
  readonly createdAtText: string;
}

export interface AttemptRow {
  readonly round: number;
  readonly attempt: number;
  readonly outcome: OutcomeClass;
  readonly httpStatus: number | null;
  /** A number of ATTEMPT_REASONS. */
  readonly reason: number | null;
  readonly detail: string | null;
  readonly responseBody: string | null;
  readonly senderAddress: string | null;
  readonly attemptedAt: Date;
  readonly durationMs: number;
  readonly nextAttemptAt: Date | null;
  /** SHA-256 of the body that was sent, in hex; null = nothing was sent. */
  readonly bodySha256: string | null;
  readonly url: string | null;
  /** Lines `name: value`. */
  readonly requestHeaders: string | null;
  readonly tlsVersion: string | null;
  readonly dnsMs: number | null;
  readonly connectMs: number | null;
  readonly tlsMs: number | null;
  readonly firstByteMs: number | null;
}

export const DELIVERY = `
  delivery_id AS "deliveryId", eventid, event, kind, receiver_id AS "receiverId", consignment_id AS "consignmentId", status,
  is_test AS "isTest", round, attempts, next_attempt_at AS "nextAttemptAt", last_outcome AS "lastOutcome",
  last_http_status AS "lastHttpStatus", created_at AS "createdAt", updated_at AS "updatedAt", ${CREATED_AT_TEXT}`;

/** Reads the parcel's data from the consignment, so that they disappear with it. */
const withParcel = (select: string): string => `
  SELECT delivery.*, courier, tracking_number AS "trackingNumber", order_no AS "orderNo"
  FROM (${select}) AS delivery LEFT JOIN consignment ON consignment_id = "consignmentId"
  ORDER BY delivery."createdAt" DESC, "deliveryId" DESC`;

const FIND = withParcel(`SELECT ${DELIVERY} FROM delivery WHERE delivery_id = $1 AND account_id = $2 ORDER BY created_at LIMIT 1`);

/** The most attempts shown: redeliveries are not limited. */
const MOST_ATTEMPTS = 200;

const ATTEMPTS = `
  SELECT round, attempt, outcome, http_status AS "httpStatus", reason, detail, answer AS "responseBody", sender_address AS "senderAddress",
    attempted_at AS "attemptedAt", duration_ms AS "durationMs", next_attempt_at AS "nextAttemptAt", encode(body_sha256, 'hex') AS "bodySha256",
    url, request_headers AS "requestHeaders", tls_version AS "tlsVersion",
    dns_ms AS "dnsMs", connect_ms AS "connectMs", tls_ms AS "tlsMs", first_byte_ms AS "firstByteMs"
  FROM delivery_attempt WHERE delivery_id = $1 AND delivery_created_at = $2 ORDER BY round DESC, attempt DESC LIMIT ${MOST_ATTEMPTS}`;

/** Tables delivery and delivery_attempt, read only: webhook-sender writes them. */
@Injectable()
export class DeliveriesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns the newest deliveries, up to `limit`. */
  list(filter: DeliveryFilter): Promise<DeliveryRow[]> {
    const { sql, parameters } = toCondition(filter);
    return this.dataSource.query(
      withParcel(`SELECT ${DELIVERY} FROM delivery WHERE ${sql} ORDER BY created_at DESC, delivery_id DESC LIMIT ${filter.limit}`),
      [...parameters],
    );
  }

  /**
   * Reads a delivery and its newest attempts, newest first, from one snapshot: otherwise a delivery could be pending with an accepted
   * attempt.
   */
  find(account: number, deliveryId: string): Promise<{ delivery: DeliveryRow; attempts: AttemptRow[] } | undefined> {
    return this.dataSource.transaction('REPEATABLE READ', async (manager) => {
      const [delivery] = await manager.query<DeliveryRow[]>(FIND, [deliveryId, account]);
      return delivery && { delivery, attempts: await manager.query<AttemptRow[]>(ATTEMPTS, [deliveryId, delivery.createdAtText]) };
    });
  }

  /** @returns the payload of the event; undefined = the event is no longer kept, or the delivery is a test */
  async payloadOf({ eventid, createdAtText }: DeliveryRow): Promise<WebhookPayload | undefined> {
    const [event] = await this.dataSource.query<{ payload: Buffer }[]>('SELECT payload FROM event WHERE eventid = $1 AND created_at = $2', [
      eventid,
      createdAtText,
    ]);
    return event && unpackJson(event.payload);
  }
}

/**
 * True when the query must use the index on receiver and status. PostgreSQL assumes that the two are independent, so it expects as many
 * `delivered` of a dead receiver as of a healthy receiver, and reads the whole account for a few rows. `+ 0` keeps the planner from the
 * index on the account (8 ms instead of 80 ms for the `exhausted` of a healthy receiver).
 */
const hasIndexOfItsOwn = ({ receiverId, status, event }: DeliveryFilter): boolean =>
  receiverId !== undefined && status !== undefined && event === undefined;

/** The values are literals: the planner must see that index delivery_operational has these rows. */
const KIND = { tracking: `kind = 'tracking'`, operational: `kind = 'operational'` } as const;

export function toCondition(filter: DeliveryFilter): Condition {
  const terms = new Terms()
    .add(hasIndexOfItsOwn(filter) ? 'account_id + 0 = ?' : 'account_id = ?', filter.account)
    .add('receiver_id = ?', filter.receiverId)
    .add('status = ?', filter.status)
    .add('event = ?', filter.event)
    .add('eventid = ?', filter.eventid)
    .add('eventid = ANY(?::uuid[])', filter.eventids)
    .add('last_outcome = ?', filter.outcome)
    .add('last_http_status = ?', filter.httpStatus);
  if (filter.kind !== undefined) terms.add(KIND[filter.kind]);
  return addChoice(terms, 'delivery', filter.choice).addPageRange(filter, 'delivery_id').toCondition();
}
