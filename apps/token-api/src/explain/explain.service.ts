import { Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK } from '#libs/config';
import { normaliseTrackingNumber } from '#libs/contracts';
import { ApiError } from '#libs/errors';
import { isStorable } from '../consignments/consignments.service.js';
import { DeliveriesService } from '../deliveries/deliveries.service.js';
import { explain } from './explain.js';
import { type ExplanationView, toExplanationView } from './explain.dto.js';
import type { Story } from './story.js';
import { type FoundStory, StoryRepository, type StoryWish } from './story.repository.js';

@Injectable()
export class ExplainService {
  constructor(
    private readonly stories: StoryRepository,
    private readonly deliveries: DeliveriesService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws ApiError when the account has never had the receiver */
  async explain(asked: StoryWish): Promise<ExplanationView> {
    const wish = { ...asked, trackingNumber: normaliseTrackingNumber(asked.trackingNumber) };
    if (!isStorable(wish)) throw ApiError.of('notFound', { attr: 'trackingNumber' });
    const { account, receiverId } = wish;
    if (receiverId !== undefined && !(await this.stories.knowsReceiver(account, receiverId))) {
      throw ApiError.of('notFound', { attr: 'receiverId' });
    }
    const story = await this.storyOf(wish, await this.stories.find(wish));
    return toExplanationView(wish, story, explain(story, wish.event));
  }

  private async storyOf({ courier, trackingNumber }: StoryWish, found: FoundStory): Promise<Story> {
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
