// tables notification and receiver: what is to be sent, and to whom; table delivery as far as an operational delivery begins there
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '#libs/config';
import type { DeliveryAttempt } from '#libs/contracts';
import { LONGEST_LEASE_MS } from '#libs/persistence';
import { DataSource } from 'typeorm';
import type { TokenApiConfig } from '../token-api.config.js';
import { PUBLISHED_WITHIN } from './decisions.statements.repository.js';
import type { Notification, Recipient } from './notification.js';

/** An event whose recipients are not all served. */
export interface Unpublished extends Notification {
  /** The last recipient that is served. */
  readonly walkedTo: string | null;
}

interface Served {
  readonly attempts: readonly DeliveryAttempt[];
  readonly last: string | undefined;
  readonly isAll: boolean;
}

/**
 * The one that has waited longest for its turn, of each account the oldest alone: they go in their order. A lease cannot end this late unless the
 * database's clock was set back.
 */
const LEASE = `
  UPDATE notification SET leased_until = now() + $1 * interval '1 millisecond'
  WHERE eventid = (
    SELECT eventid FROM notification n
    WHERE published_at IS NULL AND created_at > now() - ${PUBLISHED_WITHIN}
      AND NOT EXISTS (
        SELECT FROM notification o WHERE o.account_id = n.account_id AND o.published_at IS NULL AND o.created_at > now() - ${PUBLISHED_WITHIN}
          AND (o.created_at, o.eventid) < (n.created_at, n.eventid))
      AND (leased_until < now() OR leased_until > now() + interval '${2 * LONGEST_LEASE_MS} milliseconds')
    ORDER BY leased_until, created_at, eventid LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING eventid, account_id AS account, event, entries, subjects, counts, created_at AS "createdAt", walked_to AS "walkedTo"`;

const RECIPIENTS = `
  SELECT receiver_id AS "receiverId", format FROM receiver
  WHERE account_id = $1 AND enabled AND $2 = ANY(events) AND ($3::uuid IS NULL OR receiver_id > $3) ORDER BY receiver_id LIMIT $4`;

/** In the order in which the attempt log locks its rows, which prevents deadlocks. Where the attempt was quicker, its row stays. */
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

  /** An event that no other instance serves. */
  async lease(): Promise<Unpublished | undefined> {
    const [rows] = await this.dataSource.query<[Unpublished[], number]>(LEASE, [this.config.leaseMs]);
    return rows[0];
  }

  /** Enabled receivers that have subscribed to it, behind those that are served. */
  recipients({ account, event, walkedTo }: Unpublished, limit: number): Promise<Recipient[]> {
    return this.dataSource.query(RECIPIENTS, [account, event, walkedTo, limit]);
  }

  /** The attempts are published: a row that stands means that its attempt is on its way. */
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
