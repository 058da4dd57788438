// table delivery: one row per event and receiver; this file writes the rows of deliveries whose first attempt takes long
import { Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK } from '#libs/config';
import type { DeliveryAttempt } from '#libs/contracts';
import { prepared } from '#libs/persistence';
import { DataSource, type EntityManager } from 'typeorm';

/** Leaves out parcels that were erased on request. Locks rows in the same order as the attempt log, which prevents deadlocks. */
const INSERT = prepared(`
  INSERT INTO delivery (delivery_id, account_id, receiver_id, consignment_id, eventid, event, status, next_attempt_at, created_at, updated_at)
  SELECT "deliveryId", account, "receiverId", "consignmentId", eventid, event, 'pending', $2, "createdAt", $2
  FROM jsonb_to_recordset($1::jsonb) AS row(
    "deliveryId" uuid, account bigint, "receiverId" uuid, "consignmentId" uuid, eventid uuid, event text, "createdAt" timestamptz)
  WHERE NOT EXISTS (SELECT 1 FROM erased_consignment AS erased WHERE erased.consignment_id = row."consignmentId")
  ORDER BY "deliveryId"
  ON CONFLICT DO NOTHING`);

/** The columns of a delivery that are known before its first attempt. */
export type NewDelivery = Pick<
  DeliveryAttempt,
  'deliveryId' | 'account' | 'receiverId' | 'consignmentId' | 'eventid' | 'event' | 'deliveryCreatedAtMs'
>;

/** Writes the rows of new deliveries. */
@Injectable()
export class DeliveriesRepository {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Inserts the rows of new deliveries. Call this when their first attempts are published: a row promises that its attempt is on its way.
   */
  async enter(deliveries: readonly NewDelivery[], manager: EntityManager = this.dataSource.manager): Promise<void> {
    if (deliveries.length === 0) return;
    await manager.query(INSERT, [JSON.stringify(deliveries.map(toRow)), new Date(this.clock.nowMs())]);
  }
}

/** Keeps only the row's fields, without the large body. */
export const toNewDelivery = (attempt: NewDelivery): NewDelivery => ({
  deliveryId: attempt.deliveryId,
  account: attempt.account,
  receiverId: attempt.receiverId,
  consignmentId: attempt.consignmentId,
  eventid: attempt.eventid,
  event: attempt.event,
  deliveryCreatedAtMs: attempt.deliveryCreatedAtMs,
});

function toRow(attempt: NewDelivery): object {
  const { deliveryCreatedAtMs, ...row } = toNewDelivery(attempt);
  return { ...row, createdAt: new Date(deliveryCreatedAtMs).toISOString() };
}
