import { Injectable } from '@nestjs/common';
import { ApiError } from '#libs/errors';
import { DeliveriesService } from '../deliveries/deliveries.service.js';
import { toPage, withPlus } from '../paging/page.js';
import { type ParcelChoice, ParcelsRepository } from '../consignments/parcels.repository.js';
import { END, type EventPosition, parsePosition, parseSince, startOf, toPositionText } from './event-position.js';
import { EventWalkRepository } from './event-walk.repository.js';
import type { Event, EventDetail, EventFilter, EventPage, ForwardFilter } from './events.dto.js';
import { type EventRow, EventsRepository } from './events.repository.js';

@Injectable()
export class EventsService {
  constructor(
    private readonly events: EventsRepository,
    private readonly walks: EventWalkRepository,
    private readonly deliveries: DeliveriesService,
    private readonly parcels: ParcelsRepository,
  ) {}

  /** @param choice limits the list to the events of these parcels */
  async list(filter: EventFilter, choice?: ParcelChoice): Promise<EventPage> {
    const rows = await this.events.list({ ...(await this.limitedTo(filter, choice)), limit: filter.limit + 1 });
    const page = toPage(rows, { list: 'events', limit: filter.limit, idOf: ({ eventid }) => eventid });
    return { events: page.rows.map(toView), nextCursor: page.nextCursor };
  }

  /** Walks forward, in the order of storing. */
  async walk(filter: ForwardFilter, choice?: ParcelChoice): Promise<EventPage> {
    const sent = withPlus(filter.after);
    const after = await this.toPosition(filter);
    if (filter.after === END || !after) return { events: [], nextCursor: null, nextAfter: after ? toPositionText(after) : sent };
    const { account, event, limit, consignmentIds, choice: others } = await this.limitedTo({ ...filter, after: undefined }, choice);
    const { events, next } = await this.walks.next({ account, event, limit, consignmentIds, choice: others, after });
    return { events: events.map(toView), nextCursor: null, nextAfter: next === after ? sent : toPositionText(next) };
  }

  /** @returns undefined for an instant since which no event has been stored: the caller asks again with the same instant */
  private async toPosition({ account, after }: ForwardFilter): Promise<EventPosition | undefined> {
    if (after === END) return startOf(await this.walks.end());
    const sinceMs = parseSince(after);
    if (sinceMs === undefined) return parsePosition(after)!;
    const storedTx = await this.walks.firstSince(account, sinceMs);
    return storedTx === undefined ? undefined : startOf(storedTx);
  }

  async find(account: number, eventid: string): Promise<EventDetail> {
    const event = await this.events.find(account, eventid);
    if (!event) throw ApiError.of('notFound', { attr: 'eventid' });
    return { ...toView(event), deliveries: await this.deliveries.ofEvent(account, eventid) };
  }

  private async limitedTo(filter: EventFilter, choice: ParcelChoice | undefined): Promise<EventFilter> {
    if (!choice) return filter;
    const ids = await this.parcels.consignmentIdsOf(filter.account, choice);
    if (!ids) return { ...filter, choice };
    return { ...filter, consignmentIds: filter.consignmentIds ? ids.filter((id) => filter.consignmentIds?.includes(id)) : ids };
  }
}

function toView(row: EventRow): Event {
  const { createdAtText: _, found: __, ...view } = row;
  return view;
}
