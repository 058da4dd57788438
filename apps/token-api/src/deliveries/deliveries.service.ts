import { Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK, CONFIG } from '#libs/config';
import {
  type CloudEventConfig,
  type CloudEventIdentity,
  cloudEventIdentityOf,
  exampleOperationalEvent,
  isOperational,
} from '#libs/contracts';
import { ApiError } from '#libs/errors';
import { type ParcelChoice, ParcelsRepository } from '../consignments/parcels.repository.js';
import { toTestPayload } from '../event-types/receiver-test-payload.js';
import { toEventFor } from '../notifications/notification.js';
import { NotificationsRepository } from '../notifications/notifications.repository.js';
import { toPage } from '../paging/page.js';
import { CircuitsRepository } from '../receiver-health/circuits.repository.js';
import { toAttemptViews } from './attempt-views.js';
import type { Delivery, DeliveryDetail, DeliveryFilter, DeliveryPage } from './deliveries.dto.js';
import { DeliveriesRepository, type DeliveryRow } from './deliveries.repository.js';
import { isDue, type WebhookEvent, waitingFor } from './delivery-views.js';

const MOST_OF_EVENT = 200;

@Injectable()
export class DeliveriesService {
  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly parcels: ParcelsRepository,
    private readonly circuits: CircuitsRepository,
    private readonly notifications: NotificationsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: CloudEventConfig,
  ) {}

  /** @param choice limits the list to the deliveries of these parcels' events */
  async list(filter: DeliveryFilter, choice?: ParcelChoice): Promise<DeliveryPage> {
    const eventids = choice && (await this.parcels.eventidsOf(filter.account, choice));
    const chosen = eventids ? { eventids } : { choice };
    const rows = await this.deliveries.list({ ...filter, ...chosen, limit: filter.limit + 1 });
    const page = toPage(rows, { list: 'deliveries', limit: filter.limit, idOf: ({ deliveryId }) => deliveryId });
    return { deliveries: await this.toViews(page.rows), nextCursor: page.nextCursor };
  }

  async find(account: number, deliveryId: string): Promise<DeliveryDetail> {
    const found = await this.deliveries.find(account, deliveryId);
    if (!found) throw ApiError.of('notFound', { attr: 'deliveryId' });
    const { delivery, attempts } = found;
    const [view] = await this.toViews([delivery]);
    return { ...view!, attempts: toAttemptViews(attempts, await this.eventOf(delivery), this.identity) };
  }

  /** Returns up to MOST_OF_EVENT deliveries; `list` finds more. Most accounts have a handful of receivers. */
  async ofEvent(account: number, eventid: string): Promise<Delivery[]> {
    return this.toViews(await this.deliveries.list({ account, eventid, limit: MOST_OF_EVENT }));
  }

  /** Adds `waitingFor`, and drops `createdAtText`, which only the cursor needs. */
  async toViews(rows: readonly DeliveryRow[]): Promise<Delivery[]> {
    const nowMs = this.clock.nowMs();
    const due = rows.filter((row) => isDue(row, nowMs));
    const barriers = await this.circuits.barriersOf([...new Set(due.map(({ receiverId }) => receiverId))]);
    return rows.map((row) => {
      const { createdAtText: _, ...view } = row;
      return { ...view, waitingFor: waitingFor(row, { barrier: barriers.get(row.receiverId), nowMs }) };
    });
  }

  /** @returns undefined when the event is no longer kept */
  private async eventOf(delivery: DeliveryRow): Promise<WebhookEvent | undefined> {
    const { event, eventid, createdAt, isTest, receiverId } = delivery;
    const atMs = createdAt.getTime();
    if (!isOperational(event)) return isTest ? toTestPayload({ event, eventid, atMs }) : this.deliveries.payloadOf(delivery);
    if (isTest) return exampleOperationalEvent({ type: event, eventid, atMs });
    const notification = await this.notifications.find(eventid);
    return notification && toEventFor(notification, receiverId);
  }

  private get identity(): CloudEventIdentity {
    return cloudEventIdentityOf(this.config);
  }
}
