import { Inject, Injectable } from '@nestjs/common';
import { ApiError } from '#libs/errors';
import { toCursorText } from './cursor.js';
import { type AttemptRow, DeliveriesRepository, type DeliveryRow } from './deliveries.repository.js';
import type { DeliveryFilter } from './delivery-filter.js';

export type DeliveryView = Omit<DeliveryRow, 'createdAtText'>;

/** One delivery with every POST made for it, in order, instead of their number. */
export type DeliveryDetail = Omit<DeliveryView, 'attempts'> & { readonly attempts: readonly AttemptRow[] };

export interface DeliveryPage {
  readonly deliveries: readonly DeliveryView[];
  /** null = this was the last page. */
  readonly nextCursor: string | null;
}

@Injectable()
export class DeliveriesService {
  constructor(@Inject(DeliveriesRepository) private readonly deliveries: DeliveriesRepository) {}

  async list(filter: DeliveryFilter): Promise<DeliveryPage> {
    // One more than asked for tells whether there is a next page.
    const rows = await this.deliveries.list({ ...filter, limit: filter.limit + 1 });
    const page = rows.slice(0, filter.limit);
    const last = rows.length > filter.limit ? page.at(-1) : undefined;
    return { deliveries: page.map(toView), nextCursor: last ? toCursorText({ createdAt: last.createdAtText, id: last.deliveryId }) : null };
  }

  async find(account: number, deliveryId: string): Promise<DeliveryDetail> {
    const delivery = await this.deliveries.find(account, deliveryId);
    if (!delivery) throw ApiError.of('notFound', { attr: 'deliveryId' });
    return { ...toView(delivery), attempts: await this.deliveries.attemptsOf(delivery) };
  }
}

/** Without the row's `createdAtText`, which only the cursor needs. */
const toView = (row: DeliveryRow): DeliveryView => ({
  deliveryId: row.deliveryId,
  eventid: row.eventid,
  event: row.event,
  receiverId: row.receiverId,
  consignmentId: row.consignmentId,
  status: row.status,
  round: row.round,
  attempts: row.attempts,
  nextAttemptAt: row.nextAttemptAt,
  lastOutcome: row.lastOutcome,
  lastHttpStatus: row.lastHttpStatus,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});
