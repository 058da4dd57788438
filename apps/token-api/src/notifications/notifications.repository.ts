// table notification, read only
import { Injectable } from '@nestjs/common';
import { MOST_LISTED, type OperationalEntry, type OperationalEventName } from '#libs/contracts';
import { DataSource } from 'typeorm';
import { CREATED_AT_TEXT } from '../paging/created-at-text.repository.js';
import { Terms } from '../paging/page.js';
import type { Notification } from './notification.js';
import type { NotificationFilter } from './notifications.dto.js';

export interface NotificationRow {
  readonly eventid: string;
  readonly event: OperationalEventName;
  readonly createdAt: Date;
  readonly createdAtText: string;
  readonly count: number;
  readonly entries: readonly OperationalEntry[];
}

const SELECT = `
  SELECT eventid, event, created_at AS "createdAt", ${CREATED_AT_TEXT}, (SELECT sum(each) FROM unnest(counts) AS each)::integer AS count,
    jsonb_path_query_array(entries, '$[0 to ${MOST_LISTED - 1}]') AS entries
  FROM notification`;

/** SQL that makes the JSON of a Notification from the row `notification`. */
export const NOTIFICATION_JSON = `
  json_build_object('eventid', notification.eventid, 'account', notification.account_id, 'event', notification.event,
    'entries', notification.entries, 'subjects', notification.subjects, 'counts', notification.counts)`;

const FIND = `
  SELECT eventid, account_id AS account, event, entries, subjects, counts, created_at AS "createdAt" FROM notification WHERE eventid = $1`;

@Injectable()
export class NotificationsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Newest first, up to `limit`. */
  list({ account, type, ...range }: NotificationFilter): Promise<NotificationRow[]> {
    const terms = new Terms().add('account_id = ?', account).add('event = ?', type).addPageRange(range, 'eventid');
    const { sql, parameters } = terms.toCondition();
    return this.dataSource.query(`${SELECT} WHERE ${sql} ORDER BY created_at DESC, eventid DESC LIMIT ${range.limit}`, [...parameters]);
  }

  /** Returns undefined when the event is no longer kept. */
  async find(eventid: string): Promise<Notification | undefined> {
    const [row] = await this.dataSource.query<Notification[]>(FIND, [eventid]);
    return row;
  }
}
