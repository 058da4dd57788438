// table delivery, in which a test begins; webhook-sender continues it
import { Injectable } from '@nestjs/common';
import { type DeliveryAttempt, kindOf } from '#libs/contracts';
import { DataSource } from 'typeorm';
import type { AuditActor } from '../audit/audit-entry.js';
import { appendAudit } from '../audit/audit-log.repository.js';
import { MessagesPublisher } from '../messages/messages.publisher.js';

const INSERT = `
  INSERT INTO delivery (delivery_id, account_id, receiver_id, consignment_id, eventid, event, kind, status, is_test, next_attempt_at, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $8, 'pending', true, $7, $7, $7)`;

/** Does not cancel a test whose attempt was made meanwhile, because its end is recorded. */
const CANCEL = `
  UPDATE delivery SET status = 'cancelled', next_attempt_at = NULL, updated_at = now()
  WHERE delivery_id = $1 AND created_at = $2 AND status = 'pending'`;

@Injectable()
export class ReceiverTestRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly messages: MessagesPublisher,
  ) {}

  /**
   * The row is committed before the message is sent, so no database connection waits for a slow broker. A message that is written too late finds
   * a cancelled delivery, and no POST is made.
   * @throws ApiError 503 when the message was not written in time; the delivery is then cancelled
   */
  async send(attempt: DeliveryAttempt, by: AuditActor): Promise<void> {
    await this.enter(attempt, by);
    try {
      await this.messages.publishAttempts([attempt]);
    } catch (error) {
      await this.dataSource.query(CANCEL, [attempt.deliveryId, new Date(attempt.deliveryCreatedAtMs)]);
      throw error;
    }
  }

  async hasEnded({ deliveryId, deliveryCreatedAtMs }: DeliveryAttempt): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      `SELECT 1 FROM delivery WHERE delivery_id = $1 AND created_at = $2 AND status <> 'pending'`,
      [deliveryId, new Date(deliveryCreatedAtMs)],
    );
    return rows.length > 0;
  }

  private async enter(attempt: DeliveryAttempt, by: AuditActor): Promise<void> {
    const { deliveryId, account, receiverId, consignmentId, eventid, event, deliveryCreatedAtMs } = attempt;
    await this.dataSource.transaction(async (manager) => {
      const ids = [deliveryId, account, receiverId, consignmentId, eventid];
      await manager.query(INSERT, [...ids, event, new Date(deliveryCreatedAtMs), kindOf(event)]);
      await appendAudit(manager, { account, by, action: 'receiver.tested', subjectId: receiverId, after: { deliveryId, event } });
    });
  }
}
