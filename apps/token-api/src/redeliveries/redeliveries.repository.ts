// tables redelivery and delivery: stores and shows orders; rounds.repository carries them out
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AuditActor } from '../audit/audit-entry.js';
import { appendAudit } from '../audit/audit-log.repository.js';
import { type PageRange, Terms } from '../paging/page.js';
import type { RedeliveryView } from './redeliveries.dto.js';
import * as sql from './redeliveries.statements.repository.js';
import { type BegunRound, MOST_COUNTED, MOST_SAMPLED, type OrderKind, type Preview, requestOfDelivery } from './redelivery.js';

/** The reason why a delivery cannot be sent again now. */
export type Refusal =
  'unknown' | 'pending' | 'test' | 'receiver_gone' | 'receiver_disabled' | 'event_gone' | 'erased' | 'key_used' | 'too_many';

/** The account of an order, and how many orders of its kind may run at once; Infinity = the operator is not refused. */
interface Ordered {
  readonly account: number;
  readonly mostRunning: number;
}

export interface OneOrder extends Ordered {
  readonly redeliveryId: string;
  readonly by: AuditActor;
  readonly deliveryId: string;
  readonly idempotencyKey: string | undefined;
}

export interface ManyOrder extends Ordered {
  readonly redeliveryId: string;
  readonly by: AuditActor;
  readonly receiverId: string;
  readonly from: Date;
  readonly to: Date;
  readonly status: string;
  /** The number of missing deliveries; absent in every other order. */
  readonly total?: number;
  /** A text that is equal for equal requests. */
  readonly request: string;
  readonly idempotencyKey: string | undefined;
}

/** The deliveries of one receiver that a preview counts. */
export type EndedPeriod = Pick<ManyOrder, 'account' | 'receiverId' | 'status' | 'from' | 'to'>;

/** Selects pending deliveries, of all accounts and receivers unless it names one. */
export interface PendingFilter {
  readonly from: Date;
  readonly to: Date;
  readonly account: number | undefined;
  readonly receiverId: string | undefined;
}

/** Selects the orders of a list. */
export interface OrderFilter extends PageRange {
  readonly account: number;
  readonly receiverId?: string | undefined;
}

/** An order in a list. */
export type ListedOrder = Omit<RedeliveryView, 'results'>;

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

/** The most deliveries that a count reads. If it reads this many, more may exist. */
const MOST_LOOKED_AT = MOST_COUNTED + 1;

@Injectable()
export class RedeliveriesRepository {
  constructor(private readonly dataSource: DataSource) {}

  async find(account: number, redeliveryId: string): Promise<RedeliveryView | undefined> {
    const [view] = await this.dataSource.query<RedeliveryView[]>(`${sql.VIEW} WHERE redelivery_id = $1 AND account_id = $2`, [
      redeliveryId,
      account,
    ]);
    return view;
  }

  /** Newest first, up to `limit`. */
  list(filter: OrderFilter): Promise<(ListedOrder & { readonly createdAtText: string })[]> {
    const { sql: condition, parameters } = new Terms()
      .add('account_id = ?', filter.account)
      .add('receiver_id = ?', filter.receiverId)
      .addPageRange(filter, 'redelivery_id')
      .toCondition();
    return this.dataSource.query(sql.list(condition, filter.limit), [...parameters]);
  }

  async findByKey(account: number, idempotencyKey: string): Promise<Existing | undefined> {
    const [view] = await this.dataSource.query<Existing[]>(`${sql.EXISTING} WHERE account_id = $1 AND idempotency_key = $2`, [
      account,
      idempotencyKey,
    ]);
    return view;
  }

  /** Begins the next round together with the order that publishes it. */
  orderOne(order: OneOrder): Promise<Refusal | 'ordered'> {
    return this.dataSource.transaction(async (manager) => {
      const [delivery] = await manager.query<DeliveryState[]>(sql.LOCK_DELIVERY, [order.deliveryId, order.account]);
      const refusal = refusalOf(delivery);
      if (refusal !== undefined || !delivery) return refusal ?? 'unknown';
      if (await this.isFull('delivery', order, manager)) return 'too_many';
      const { redeliveryId, account, deliveryId, idempotencyKey = null } = order;
      const round: BegunRound = { deliveryId, createdAt: delivery.createdAt, round: delivery.round + 1 };
      const request = requestOfDelivery(deliveryId) + (idempotencyKey === null ? `/${round.round}` : '');
      const parameters = [redeliveryId, account, delivery.receiverId, deliveryId, idempotencyKey, request, JSON.stringify([round])];
      const inserted = await manager.query<unknown[]>(sql.ORDER_ONE, parameters);
      if (inserted.length === 0) return 'key_used';
      await manager.query(sql.BEGIN_ONE, [deliveryId, delivery.createdAt]);
      const after = { redeliveryId, round: round.round };
      await appendAudit(manager, { account, by: order.by, action: 'delivery.redelivery_requested', subjectId: deliveryId, after });
      return 'ordered';
    });
  }

  /** @returns this order, or an earlier order with the same key or request */
  async orderMany(order: ManyOrder): Promise<Existing | 'too_many'> {
    const isFull = await this.isFull('period', order);
    if (!isFull) await this.makeMany(order);
    const view = await this.standingFor(order);
    if (isFull && !stillStands(view, order)) return 'too_many';
    if (!view) throw new Error(`redelivery ${order.redeliveryId} was neither stored nor found`);
    return view;
  }

  /** Counts the deliveries that an order would begin now. */
  async preview({ account, receiverId, status, from, to }: EndedPeriod): Promise<Preview> {
    const parameters = [receiverId, account, status, from, to, MOST_LOOKED_AT, MOST_SAMPLED];
    const [row] = await this.dataSource.query<[Preview & { readonly meant: number }]>(sql.PREVIEW, parameters);
    const { meant, count, sample } = row;
    return {
      count,
      countIsExact: meant < MOST_LOOKED_AT,
      to,
      sample: sample.map((each) => ({ ...each, createdAt: new Date(each.createdAt) })),
    };
  }

  /** Receivers with pending deliveries that were created in the period, whether they are enabled, disabled or gone. */
  receiversOfPending({ from, to, account, receiverId }: PendingFilter): Promise<{ account: number; receiverId: string }[]> {
    return this.dataSource.query(sql.RECEIVERS_OF_PENDING, [from, to, account, receiverId]);
  }

  /** Takes no lock, so that an account's requests do not wait for each other. Requests at the same moment may therefore exceed the limit. */
  private async isFull(kind: OrderKind, { account, mostRunning }: Ordered, manager = this.dataSource.manager): Promise<boolean> {
    const [found] = await manager.query<{ running: number }[]>(sql.RUNNING, [account, kind === 'period']);
    return found !== undefined && found.running >= mostRunning;
  }

  private makeMany(order: ManyOrder): Promise<void> {
    const { redeliveryId, account, receiverId, from, to, status, total = null, request, idempotencyKey = null } = order;
    return this.dataSource.transaction(async (manager) => {
      const parameters = [redeliveryId, account, receiverId, from, to, status, idempotencyKey, request, MOST_LOOKED_AT, total];
      const [made] = await manager.query<{ total: number }[]>(sql.ORDER_MANY, parameters);
      if (!made) return;
      const after = { redeliveryId, from, to, status, total: made.total };
      await appendAudit(manager, { account, by: order.by, action: 'receiver.redelivery_requested', subjectId: receiverId, after });
    });
  }

  private async standingFor({ account, idempotencyKey, request }: ManyOrder): Promise<Existing | undefined> {
    if (idempotencyKey !== undefined) return this.findByKey(account, idempotencyKey);
    const newest = `${sql.EXISTING} WHERE account_id = $1 AND idempotency_key IS NULL AND request = $2 ORDER BY state = 'running' DESC, created_at DESC LIMIT 1`;
    return (await this.dataSource.query<Existing[]>(newest, [account, request]))[0];
  }
}

/** Without a key, the same request gives the same order only while the order runs. */
const stillStands = (view: Existing | undefined, { idempotencyKey }: ManyOrder): boolean =>
  view !== undefined && (idempotencyKey !== undefined || view.state === 'running');

function refusalOf(delivery: DeliveryState | undefined): Refusal | undefined {
  if (!delivery) return 'unknown';
  if (delivery.isErased) return 'erased';
  if (delivery.status === 'pending') return 'pending';
  if (delivery.isTest) return 'test';
  if (delivery.receiverEnabled === null) return 'receiver_gone';
  if (!delivery.receiverEnabled) return 'receiver_disabled';
  return delivery.hasEvent ? undefined : 'event_gone';
}
