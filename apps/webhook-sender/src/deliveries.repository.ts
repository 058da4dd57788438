// table delivery: one row per event and receiver, made at the fan-out
import { Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK } from '#libs/config';
import type { DeliveryAttempt } from '#libs/contracts';
import { prepared } from '#libs/persistence';
import { DataSource } from 'typeorm';

/** Of a parcel that was erased on request nothing is told any more. */
const INSERT = prepared(`
  INSERT INTO delivery (delivery_id, account_id, receiver_id, consignment_id, eventid, event, status, next_attempt_at, created_at, updated_at)
  SELECT "deliveryId", account, "receiverId", "consignmentId", eventid, event, 'pending', $2, "createdAt", $2
  FROM jsonb_to_recordset($1::jsonb) AS row(
    "deliveryId" uuid, account bigint, "receiverId" uuid, "consignmentId" uuid, eventid uuid, event text, "createdAt" timestamptz)
  WHERE NOT EXISTS (SELECT 1 FROM erased_consignment AS erased WHERE erased.consignment_id = row."consignmentId")
  ON CONFLICT DO NOTHING
  RETURNING delivery_id AS "deliveryId"`);

@Injectable()
export class DeliveriesRepository {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Enters the deliveries that are new and hands their first attempts to `publish` before the rows are committed:
   * a row that stands therefore means its attempt was published, and an event that comes again starts no second chain.
   */
  async create(attempts: readonly DeliveryAttempt[], publish: (fresh: readonly DeliveryAttempt[]) => Promise<void>): Promise<void> {
    if (attempts.length === 0) return;
    const rows = JSON.stringify(attempts.map(toRow));
    await this.dataSource.transaction(async (manager) => {
      const inserted = await manager.query<{ deliveryId: string }[]>(INSERT, [rows, new Date(this.clock.nowMs())]);
      const fresh = new Set(inserted.map(({ deliveryId }) => deliveryId));
      // An event that is twice in one batch is twice in `attempts`: its delivery is taken out of the set with the first.
      await publish(attempts.filter(({ deliveryId }) => fresh.delete(deliveryId)));
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
