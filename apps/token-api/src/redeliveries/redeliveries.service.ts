import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK } from '#libs/config';
import { parseInstant } from '#libs/contracts';
import { ApiError } from '#libs/errors';
import { Logger } from '#libs/observability';
import type { ReceiverEntity } from '#libs/persistence';
import type { AuditActor } from '../audit/audit-entry.js';
import type { Caller } from '../http/access.decorator.js';
import { toPage } from '../paging/page.js';
import { ReceiversRepository } from '../receivers/receivers.repository.js';
import { MissingRepository } from './missing.repository.js';
import type { RedeliverDto, RedeliveryPreview, RedeliveryView } from './redeliveries.dto.js';
import { RedeliveriesJob } from './redeliveries.job.js';
import { type Existing, type ListedOrder, type OrderFilter, RedeliveriesRepository, type Refusal } from './redeliveries.repository.js';
import { MISSING, MOST_RUNNING, type OrderKind, type Period, requestOfDelivery, requestOfPeriod } from './redelivery.js';

/** Accepts orders for redelivery; the job carries them out. */
@Injectable()
export class RedeliveriesService {
  constructor(
    private readonly redeliveries: RedeliveriesRepository,
    private readonly missing: MissingRepository,
    private readonly receivers: ReceiversRepository,
    private readonly job: RedeliveriesJob,
    private readonly logger: Logger,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async find(account: number, redeliveryId: string): Promise<RedeliveryView> {
    const found = await this.redeliveries.find(account, redeliveryId);
    if (!found) throw ApiError.of('notFound', { attr: 'redeliveryId' });
    return found;
  }

  /** Newest first. */
  async list(filter: OrderFilter): Promise<{ readonly redeliveries: readonly ListedOrder[]; readonly nextCursor: string | null }> {
    const rows = await this.redeliveries.list({ ...filter, limit: filter.limit + 1 });
    const page = toPage(rows, { list: 'redeliveries', limit: filter.limit, idOf: ({ redeliveryId }) => redeliveryId });
    return { redeliveries: page.rows, nextCursor: page.nextCursor };
  }

  async one(caller: Caller, deliveryId: string, idempotencyKey: string | undefined): Promise<RedeliveryView> {
    const request = requestOfDelivery(deliveryId);
    const before = await this.knownUnder(caller, idempotencyKey, request);
    if (before) return before;
    const order = { redeliveryId: randomUUID(), account: caller.account, by: toActor(caller), deliveryId, idempotencyKey };
    const result = await this.redeliveries.orderOne({ ...order, mostRunning: MOST_RUNNING.delivery });
    if (result !== 'ordered') return this.madeMeanwhile(caller, { key: idempotencyKey, request, refusal: REFUSALS[result] });
    this.ordered(caller, 'delivery', { redeliveryId: order.redeliveryId, deliveryId });
    return this.find(caller.account, order.redeliveryId);
  }

  async many(
    caller: Caller,
    receiverId: string,
    order: { readonly options: RedeliverDto; readonly key: string | undefined },
  ): Promise<RedeliveryView> {
    const period = { ...toPeriod(order.options), receiverId };
    const request = requestOfPeriod(period);
    const before = await this.knownUnder(caller, order.key, request);
    if (before) return before;
    const receiver = await this.receiverOf(caller, receiverId);
    if (!receiver.enabled) throw REFUSALS.receiver_disabled;
    const meant = { ...period, account: caller.account, to: this.endOf(period.to) };
    const made = await this.redeliveries.orderMany({
      redeliveryId: randomUUID(),
      by: toActor(caller),
      ...meant,
      ...(period.status === MISSING && { total: (await this.missing.preview({ ...meant, filter: receiver })).count }),
      request,
      idempotencyKey: order.key,
      mostRunning: MOST_RUNNING.period,
    });
    if (made === 'too_many') throw REFUSALS.too_many;
    this.ordered(caller, 'period', { redeliveryId: made.redeliveryId, receiverId });
    return toView(sameRequest(made, request));
  }

  /** Counts the deliveries that an order would send, without an order. */
  async preview({ account }: Caller, receiverId: string, options: RedeliverDto): Promise<RedeliveryPreview> {
    const receiver = await this.receiverOf({ account }, receiverId);
    const { from, to, status } = toPeriod(options);
    const meant = { account, receiverId, from, to: this.endOf(to) };
    return status === MISSING ? this.missing.preview({ ...meant, filter: receiver }) : this.redeliveries.preview({ ...meant, status });
  }

  private async receiverOf({ account }: Pick<Caller, 'account'>, receiverId: string): Promise<ReceiverEntity> {
    const receiver = await this.receivers.find(account, receiverId);
    if (!receiver) throw ApiError.of('notFound', { attr: 'receiverId' });
    return receiver;
  }

  /** An equal request may have come first at the same moment. Then its order is the answer. */
  private async madeMeanwhile(
    caller: Caller,
    { key, request, refusal }: { readonly key: string | undefined; readonly request: string; readonly refusal: ApiError },
  ): Promise<RedeliveryView> {
    const made = await this.knownUnder(caller, key, request);
    if (made) return made;
    throw refusal;
  }

  /** The same key means that the caller repeats an earlier request. */
  private async knownUnder(caller: Caller, key: string | undefined, request: string): Promise<RedeliveryView | undefined> {
    const known = key === undefined ? undefined : await this.redeliveries.findByKey(caller.account, key);
    return known && toView(sameRequest(known, request));
  }

  /** A period ends now at the latest. */
  private endOf(to: Date | undefined): Date {
    const nowMs = this.clock.nowMs();
    return new Date(Math.min(nowMs, to?.getTime() ?? nowMs));
  }

  private ordered(caller: Caller, kind: OrderKind, what: Readonly<Record<string, string>>): void {
    this.logger.info('redelivery.ordered', { account: caller.account, byTokenId: caller.tokenId, ...what });
    this.job.kick(kind);
  }
}

const toPeriod = ({ from, to, status }: RedeliverDto): Omit<Period, 'receiverId'> => ({
  from: toDate(from),
  to: to === undefined ? undefined : toDate(to),
  status,
});

const toDate = (instant: string): Date => new Date(parseInstant(instant) ?? Number.NaN);

const toActor = ({ tokenId, session, requestId }: Caller): AuditActor => ({ tokenId, session, requestId });

const conflict = (attr: string, detail: string): ApiError => ApiError.of('conflict', { attr, detail });

const KEY_USED = 'The key was used for another request: use a new key.';

const TOO_MANY = `Too many orders of this account are running: it may have at most ${MOST_RUNNING.period} for periods and ${MOST_RUNNING.delivery} for single deliveries. Wait until one has ended.`;

const REFUSALS: Readonly<Record<Refusal, ApiError>> = {
  unknown: ApiError.of('notFound', { attr: 'deliveryId' }),
  pending: conflict('deliveryId', 'The delivery is pending: its attempts are still being made.'),
  test: conflict('deliveryId', 'The delivery is a test: send another test with POST /receivers/{receiverId}/test.'),
  receiver_gone: conflict('deliveryId', 'The receiver of the delivery has been deleted.'),
  receiver_disabled: conflict('receiverId', 'The receiver is off, so the delivery would be cancelled: set `enabled` to true first.'),
  event_gone: conflict('deliveryId', 'The event is no longer kept.'),
  erased: conflict('deliveryId', 'The data of this parcel were erased on request: there is nothing left to send.'),
  key_used: conflict('Idempotency-Key', KEY_USED),
  too_many: ApiError.of('throttled', { detail: TOO_MANY, headers: { 'Retry-After': '1' } }),
};

function sameRequest(known: Existing, request: string): Existing {
  if (known.request === request) return known;
  throw REFUSALS.key_used;
}

function toView(existing: Existing): RedeliveryView {
  const { request: _, ...view } = existing;
  return view;
}
