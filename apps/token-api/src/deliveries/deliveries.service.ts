import { Inject, Injectable } from '@nestjs/common';
import type { WebhookPayload } from '#libs/contracts';
import { ApiError } from '#libs/errors';
import { toPage } from '../paging/page.js';
import type { ParcelName } from '../paging/parcel-name.js';
import { ParcelsRepository } from '../parcels.repository.js';
import { toTestPayload } from '../receivers/receiver-test-payload.js';
import { TOKEN_API_CONFIG, type TokenApiConfig } from '../token-api.config.js';
import { type AttemptView, toAttemptViews } from './attempt-views.js';
import { DeliveriesRepository, type DeliveryRow } from './deliveries.repository.js';
import type { DeliveryFilter } from './delivery-filter.js';

export type DeliveryView = Omit<DeliveryRow, 'createdAtText'>;

/** One delivery with the newest POSTs made for it, in order, instead of their number. */
export type DeliveryDetail = Omit<DeliveryView, 'attempts'> & { readonly attempts: readonly AttemptView[] };

export interface DeliveryPage {
  readonly deliveries: readonly DeliveryView[];
  /** null = this was the last page. */
  readonly nextCursor: string | null;
}

@Injectable()
export class DeliveriesService {
  constructor(
    @Inject(DeliveriesRepository) private readonly deliveries: DeliveriesRepository,
    @Inject(ParcelsRepository) private readonly parcels: ParcelsRepository,
    @Inject(TOKEN_API_CONFIG) private readonly config: Pick<TokenApiConfig, 'cloudeventsSource' | 'cloudeventsVendor'>,
  ) {}

  /** @param parcel limits the list to the deliveries of this parcel's events */
  async list(filter: DeliveryFilter, parcel?: ParcelName): Promise<DeliveryPage> {
    const eventids = parcel && (await this.parcels.eventidsOf(filter.account, parcel));
    const rows = await this.deliveries.list({ ...filter, eventids, limit: filter.limit + 1 });
    const page = toPage(rows, filter.limit, ({ deliveryId }) => deliveryId);
    return { deliveries: page.rows.map(toDeliveryView), nextCursor: page.nextCursor };
  }

  async find(account: number, deliveryId: string): Promise<DeliveryDetail> {
    const found = await this.deliveries.find(account, deliveryId);
    if (!found) throw ApiError.of('notFound', { attr: 'deliveryId' });
    const { delivery, attempts } = found;
    return { ...toDeliveryView(delivery), attempts: toAttemptViews(attempts, await this.payloadOf(delivery), this.identity) };
  }

  private async payloadOf(delivery: DeliveryRow): Promise<WebhookPayload | undefined> {
    const { event, eventid, createdAt, isTest } = delivery;
    return isTest ? toTestPayload({ event, eventid, atMs: createdAt.getTime() }) : this.deliveries.payloadOf(delivery);
  }

  private get identity(): { source: string; vendor: string } {
    return { source: this.config.cloudeventsSource, vendor: this.config.cloudeventsVendor };
  }
}

/** Without the row's `createdAtText`, which only the cursor needs. */
export function toDeliveryView(row: DeliveryRow): DeliveryView {
  const { createdAtText: _, ...view } = row;
  return view;
}
