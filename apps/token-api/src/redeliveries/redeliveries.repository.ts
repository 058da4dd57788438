// tables redelivery, and delivery as far as a new round begins: webhook-sender goes on from there
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { appendAudit } from '../audit/audit-log.repository.js';
import type { AuditActor } from '../audit/audit-entry.js';
import * as sql from './redeliveries.statements.repository.js';
import { type BegunRound, MOST_COUNTED, type RedeliveryView, requestOfDelivery, type RoundRow } from './redelivery.js';

/** Why a delivery cannot be sent again now. */
export type Refusal = 'unknown' | 'pending' | 'test' | 'receiver_gone' | 'receiver_disabled' | 'event_gone' | 'erased' | 'key_used';

export interface OneOrder {
  readonly redeliveryId: string;
  readonly account: number;
  readonly by: AuditActor;
  readonly deliveryId: string;
  readonly idempotencyKey: string | undefined;
}

export interface ManyOrder {
  readonly redeliveryId: string;
  readonly account: number;
  readonly by: AuditActor;
  readonly receiverId: string;
  readonly from: Date;
  readonly to: Date;
  readonly status: string;
  /** What makes the same request the same. */
  readonly request: string;
  readonly idempotencyKey: string | undefined;
}

/** Whose pending deliveries are meant, of all accounts and receivers unless it names them. */
export interface PendingWish {
  readonly from: Date;
  readonly to: Date;
  readonly account: number | undefined;
  readonly receiverId: string | undefined;
}

export interface Job {
  readonly redeliveryId: string;
  readonly deliveryId: string | null;
  readonly inHand: readonly BegunRound[];
}

export type Existing = RedeliveryView & { readonly request: string };

interface DeliveryState {
  readonly receiverId: string;
  readonly status: string;
  readonly round: number;
  readonly isTest: boolean;
  readonly createdAt: string;
  readonly receiverEnabled: boolean | null;
  readonly hasEvent: boolean;
  readonly isErased: boolean;
}

@Injectable()
export class RedeliveriesRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async find(account: number, redeliveryId: string): Promise<RedeliveryView | undefined> {
    const [view] = await this.dataSource.query<RedeliveryView[]>(`${sql.VIEW} WHERE redelivery_id = $1 AND account_id = $2`, [
      redeliveryId,
      account,
    ]);
    return view;
  }

  async findByKey(account: number, idempotencyKey: string): Promise<Existing | undefined> {
    const [view] = await this.dataSource.query<Existing[]>(`${sql.EXISTING} WHERE account_id = $1 AND idempotency_key = $2`, [
      account,
      idempotencyKey,
    ]);
    return view;
  }

  /** The next round and the order that gets it published begin together. */
  orderOne(order: OneOrder): Promise<Refusal | 'ordered'> {
    return this.dataSource.transaction(async (manager) => {
      const [delivery] = await manager.query<DeliveryState[]>(sql.LOCK_DELIVERY, [order.deliveryId, order.account]);
      const refusal = refusalOf(delivery);
      if (refusal !== undefined || !delivery) return refusal ?? 'unknown';
      const { redeliveryId, account, deliveryId, idempotencyKey = null } = order;
      const round: BegunRound = { deliveryId, createdAt: delivery.createdAt, round: delivery.round + 1 };
      const request = requestOfDelivery(deliveryId) + (idempotencyKey === null ? `/${round.round}` : '');
      const parameters = [redeliveryId, account, delivery.receiverId, deliveryId, idempotencyKey, request, JSON.stringify([round])];
      const inserted = await manager.query<unknown[]>(sql.ORDER_ONE, parameters);
      if (inserted.length === 0) return 'key_used';
      await manager.query(sql.BEGIN_ONE, [deliveryId, delivery.createdAt]);
      const after = { redeliveryId, round: round.round };
      await appendAudit(manager, { account, by: order.by, action: 'delivery.redeliveryRequested', subjectId: deliveryId, after });
      return 'ordered';
    });
  }

  /** @returns the order that stands for the request: this one, or the one that was made before under the same key or request */
  async orderMany(order: ManyOrder): Promise<Existing> {
    const { redeliveryId, account, receiverId, from, to, status, request, idempotencyKey = null } = order;
    await this.dataSource.transaction(async (manager) => {
      const parameters = [redeliveryId, account, receiverId, from, to, status, idempotencyKey, request, MOST_COUNTED];
      const [made] = await manager.query<{ total: number }[]>(sql.ORDER_MANY, parameters);
      if (!made) return;
      const after = { redeliveryId, from, to, status, total: made.total };
      await appendAudit(manager, { account, by: order.by, action: 'receiver.redeliveryRequested', subjectId: receiverId, after });
    });
    const [view] = await this.dataSource.query<Existing[]>(
      idempotencyKey === null
        ? `${sql.EXISTING} WHERE account_id = $1 AND idempotency_key IS NULL AND request = $2 ORDER BY state = 'running' DESC, created_at DESC LIMIT 1`
        : `${sql.EXISTING} WHERE account_id = $1 AND idempotency_key = $2`,
      [account, idempotencyKey ?? request],
    );
    if (!view) throw new Error(`redelivery ${redeliveryId} was neither made nor found`);
    return view;
  }

  /** Receivers with pending deliveries that were created in the period, whether they are enabled, disabled or gone. */
  receiversOfPending({ from, to, account, receiverId }: PendingWish): Promise<{ account: number; receiverId: string }[]> {
    return this.dataSource.query(sql.RECEIVERS_OF_PENDING, [from, to, account, receiverId]);
  }

  /** A running order that nobody holds, the one that has waited longest. */
  async lease(owner: string, durationMs: number): Promise<Job | undefined> {
    const [rows] = await this.dataSource.query<[Job[], number]>(sql.LEASE, [owner, durationMs]);
    return rows[0];
  }

  /** Begins the next rounds of an order, at most `limit`, and notes them in it. @returns those begun; none = the order has ended, or is another's */
  beginNext({ redeliveryId }: Job, owner: string, limit: number): Promise<BegunRound[]> {
    return this.dataSource.transaction(async (manager) => {
      const [held] = await manager.query<{ isWanted: boolean }[]>(sql.HOLD, [redeliveryId, owner]);
      if (!held) return [];
      if (!held.isWanted) return this.end(manager, redeliveryId, 'cancelled');
      const [rounds] = await manager.query<[BegunRound[], number]>(sql.BEGIN_MANY, [redeliveryId, limit]);
      if (rounds.length === 0) return this.end(manager, redeliveryId, 'done');
      await manager.query(sql.TAKE_IN_HAND, [redeliveryId, JSON.stringify(rounds)]);
      return rounds;
    });
  }

  /** Of the rounds in hand those whose first attempt is still to be made. */
  rowsOf(rounds: readonly BegunRound[]): Promise<RoundRow[]> {
    return this.dataSource.query(sql.ROUNDS, [JSON.stringify(rounds)]);
  }

  /** What was in hand is published. Nothing happens when the lease is another's by now: the other publishes it again, which is harmless. */
  async putDown({ redeliveryId }: Job, owner: string): Promise<void> {
    await this.dataSource.query(sql.PUT_DOWN, [redeliveryId, owner]);
  }

  private async end(manager: EntityManager, redeliveryId: string, state: 'done' | 'cancelled'): Promise<BegunRound[]> {
    await manager.query(sql.END, [redeliveryId, state]);
    return [];
  }
}

function refusalOf(delivery: DeliveryState | undefined): Refusal | undefined {
  if (!delivery) return 'unknown';
  if (delivery.isErased) return 'erased';
  if (delivery.status === 'pending') return 'pending';
  if (delivery.isTest) return 'test';
  if (delivery.receiverEnabled === null) return 'receiver_gone';
  if (!delivery.receiverEnabled) return 'receiver_disabled';
  return delivery.hasEvent ? undefined : 'event_gone';
}
