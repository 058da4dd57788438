// tables notification and receiver: the events to send and their recipients; table delivery, in which an operational delivery begins
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '#libs/config';
import type { DeliveryAttempt } from '#libs/contracts';
import { leaseIsFree } from '#libs/persistence';
import { DataSource } from 'typeorm';
import type { TokenApiConfig } from '../token-api.config.js';
import { PUBLISHED_WITHIN } from './decisions.statements.repository.js';
import type { Notification, Recipient } from './notification.js';

/** An event that not all of its recipients have got. */
export interface Unpublished extends Notification {
  /** The last recipient that has got the event. */
  readonly walkedTo: string | null;
}

interface Served {
  readonly attempts: readonly DeliveryAttempt[];
  readonly last: string | undefined;
  readonly isAll: boolean;
}

/**
 * Leases the event that has waited longest for its turn. Only the oldest event of each account has a turn, so an account's events stay in order.
 */
const LEASE = `
  UPDATE notification SET leased_until = now() + $1 * interval '1 millisecond'
  WHERE eventid = (
    SELECT eventid FROM notification n
    WHERE published_at IS NULL AND created_at > now() - ${PUBLISHED_WITHIN}
      AND NOT EXISTS (
        SELECT FROM notification o WHERE o.account_id = n.account_id AND o.published_at IS NULL AND o.created_at > now() - ${PUBLISHED_WITHIN}
          AND (o.created_at, o.eventid) < (n.created_at, n.eventid))
      AND ${leaseIsFree('leased_until')}
    ORDER BY leased_until, created_at, eventid LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING eventid, account_id AS account, event, entries, subjects, counts, created_at AS "createdAt", walked_to AS "walkedTo"`;

const RECIPIENTS = `
  SELECT receiver_id AS "receiverId", format FROM receiver
  WHERE account_id = $1 AND enabled AND $2 = ANY(events) AND ($3::uuid IS NULL OR receiver_id > $3) ORDER BY receiver_id LIMIT $4`;

/** Inserts in the order in which the attempt log locks rows, which prevents deadlocks. If the attempt was faster, its row stays. */
const ENTER = `
  INSERT INTO delivery (delivery_id, account_id, receiver_id, consignment_id, eventid, event, kind, status, next_attempt_at, created_at, updated_at)
  SELECT "deliveryId", account, "receiverId", "consignmentId", eventid, event, 'operational', 'pending', now(), "createdAt", now()
  FROM jsonb_to_recordset($1::jsonb) AS row(
    "deliveryId" uuid, account bigint, "receiverId" uuid, "consignmentId" uuid, eventid uuid, event text, "createdAt" timestamptz)
  ORDER BY "deliveryId"
  ON CONFLICT DO NOTHING`;

const SERVED = `
  UPDATE notification SET walked_to = coalesce($2, walked_to), leased_until = now(), published_at = CASE WHEN $3 THEN now() ELSE published_at END
  WHERE eventid = $1`;

@Injectable()
export class PublishingRepository {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Pick<TokenApiConfig, 'leaseMs'>,
  ) {}

  /** Leases an event that no other instance is publishing. */
  async lease(): Promise<Unpublished | undefined> {
    const [rows] = await this.dataSource.query<[Unpublished[], number]>(LEASE, [this.config.leaseMs]);
    return rows[0];
  }

  /** Returns the next enabled receivers that list the event, after `walkedTo`. */
  recipients({ account, event, walkedTo }: Unpublished, limit: number): Promise<Recipient[]> {
    return this.dataSource.query(RECIPIENTS, [account, event, walkedTo, limit]);
  }

  /** Records published attempts. Attempts are published first, so a row means that its attempt is on its way. */
  served({ eventid }: Unpublished, { attempts, last, isAll }: Served): Promise<void> {
    return this.dataSource.transaction(async (manager) => {
      if (attempts.length > 0) await manager.query(ENTER, [JSON.stringify(attempts.map(toRow))]);
      await manager.query(SERVED, [eventid, last ?? null, isAll]);
    });
  }
}

const toRow = ({ deliveryId, account, receiverId, consignmentId, eventid, event, deliveryCreatedAtMs }: DeliveryAttempt): object => ({
  deliveryId,
  account,
  receiverId,
  consignmentId,
  eventid,
  event,
  createdAt: new Date(deliveryCreatedAtMs).toISOString(),
});
