import { Injectable } from '@nestjs/common';
import { toPage } from '../paging/page.js';
import type { NotificationFilter, NotificationPage, NotificationView } from './notifications.dto.js';
import { type NotificationRow, NotificationsRepository } from './notifications.repository.js';

@Injectable()
export class NotificationsService {
  constructor(private readonly notifications: NotificationsRepository) {}

  async list(filter: NotificationFilter): Promise<NotificationPage> {
    const rows = await this.notifications.list({ ...filter, limit: filter.limit + 1 });
    const page = toPage(rows, { list: 'notifications', limit: filter.limit, idOf: ({ eventid }) => eventid });
    return { notifications: page.rows.map(toView), nextCursor: page.nextCursor };
  }
}

const toView = ({ event, eventid, createdAt, count, entries, deliveries, deliveryCount, mails }: NotificationRow): NotificationView => ({
  type: event,
  eventid,
  timestamp: createdAt.toISOString(),
  data: { count, receivers: entries },
  deliveries,
  deliveryCount,
  mails,
});
