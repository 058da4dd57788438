// table notification, read only
import { Injectable } from '@nestjs/common';
import { type DeliveryState, MOST_LISTED, type OperationalEntry, type OperationalEventName } from '#libs/contracts';
import type { MailState } from '#libs/persistence';
import { DataSource } from 'typeorm';
import { CREATED_AT_TEXT } from '../paging/created-at-text.repository.js';
import { Terms } from '../paging/page.js';
import type { Notification } from './notification.js';
import { MOST_DELIVERIES, type NotificationFilter } from './notifications.dto.js';

export interface NotificationRow {
  readonly eventid: string;
  readonly event: OperationalEventName;
  readonly createdAt: Date;
  readonly createdAtText: string;
  readonly count: number;
  readonly entries: readonly OperationalEntry[];
  /** The first deliveries, up to MOST_DELIVERIES. */
  readonly deliveries: readonly { readonly deliveryId: string; readonly receiverId: string; readonly status: DeliveryState }[];
  readonly deliveryCount: number;
  readonly mails: readonly { readonly targetId: string; readonly name: string; readonly state: MailState }[];
}

/** A delivery and its event have the same creation time, which selects the partition. */
const OF_EVENT = `
  FROM delivery WHERE delivery.eventid = notification.eventid AND delivery.created_at = notification.created_at
    AND delivery.account_id = notification.account_id`;

const SELECT = `
  SELECT eventid, event, created_at AS "createdAt", ${CREATED_AT_TEXT}, (SELECT sum(each) FROM unnest(counts) AS each)::integer AS count,
    jsonb_path_query_array(entries, '$[0 to ${MOST_LISTED - 1}]') AS entries,
    (SELECT coalesce(json_agg(json_build_object('deliveryId', delivery_id, 'receiverId', receiver_id, 'status', status)), '[]')
      FROM (SELECT delivery_id, receiver_id, status ${OF_EVENT} ORDER BY delivery_id LIMIT ${MOST_DELIVERIES}) AS first) AS deliveries,
    (SELECT count(*)::integer ${OF_EVENT}) AS "deliveryCount",
    (SELECT coalesce(json_agg(json_build_object('targetId', mail.target_id, 'name', target.name, 'state', mail.state) ORDER BY target.created_at, mail.target_id), '[]')
      FROM notification_mail mail JOIN notification_target target USING (target_id) WHERE mail.eventid = notification.eventid) AS mails
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
