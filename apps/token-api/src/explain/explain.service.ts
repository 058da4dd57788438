import { Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK } from '#libs/config';
import { normaliseTrackingNumber } from '#libs/contracts';
import { ApiError } from '#libs/errors';
import { isStorable } from '../consignments/consignments.service.js';
import { DeliveriesService } from '../deliveries/deliveries.service.js';
import { explain } from './explain.js';
import { type ExplanationView, toExplanationView } from './explain.dto.js';
import type { ParcelHistory } from './parcel-history.js';
import { type FoundHistory, HistoryRepository, type HistoryQuery } from './parcel-history.repository.js';

@Injectable()
export class ExplainService {
  constructor(
    private readonly histories: HistoryRepository,
    private readonly deliveries: DeliveriesService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws ApiError when the account has never had the receiver */
  async explain(asked: HistoryQuery): Promise<ExplanationView> {
    const query = { ...asked, trackingNumber: normaliseTrackingNumber(asked.trackingNumber) };
    if (!isStorable(query)) throw ApiError.of('notFound', { attr: 'trackingNumber' });
    const { account, receiverId } = query;
    if (receiverId !== undefined && !(await this.histories.knowsReceiver(account, receiverId))) {
      throw ApiError.of('notFound', { attr: 'receiverId' });
    }
    const history = await this.historyOf(query, await this.histories.find(query));
    return toExplanationView(query, history, explain(history, query.event));
  }

  private async historyOf({ courier, trackingNumber }: HistoryQuery, found: FoundHistory): Promise<ParcelHistory> {
    const { consignments, erasedAt, removedAt, deliveries, ...rest } = found;
    return {
      ...rest,
      parcel: { courier, trackingNumber },
      consignment: consignments.find(({ isCurrent }) => isCurrent),
      earlier: consignments.filter(({ isCurrent }) => !isCurrent),
      deliveries: await this.deliveries.toViews(deliveries),
      erasedAt: erasedAt ?? undefined,
      removedAt: removedAt ?? undefined,
      nowMs: this.clock.nowMs(),
    };
  }
}
