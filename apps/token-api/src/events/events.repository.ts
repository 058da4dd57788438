import { Injectable } from '@nestjs/common';
import type { EventName, WebhookPayload } from '#libs/contracts';
import { unpackedBytes, unpackJson } from '#libs/persistence';
import { DataSource } from 'typeorm';
import { CREATED_AT_TEXT } from '../paging/created-at-text.repository.js';
import { cappedBySize, type Condition, Terms } from '../paging/page.js';
import { addChoice } from '../consignments/parcels.repository.js';
import type { EventFilter } from './events.dto.js';

export interface EventRow {
  readonly eventid: string;
  readonly event: EventName;
  readonly consignmentId: string;
  /** When the service learned of the event; `timestamp` of the payload says when it happened. */
  readonly createdAt: Date;
  /** The body for receivers of the plain format. */
  readonly payload: WebhookPayload;
  /** `createdAt` to the microsecond, as the table keeps it. */
  readonly createdAtText: string;
  /** The number of matching events, up to the limit. The page has fewer rows when events are large. */
  readonly found?: number;
}

/** The row with its packed payload. */
export type PackedEvent = Omit<EventRow, 'payload'> & { readonly payload: Buffer };

export const withPayload = (row: PackedEvent): EventRow => ({ ...row, payload: unpackJson(row.payload) });

export const EVENT_FIELDS = `eventid, event, consignment_id AS "consignmentId", created_at AS "createdAt", payload, ${CREATED_AT_TEXT}`;

export const EVENT_COLUMNS = ['eventid', 'event', '"consignmentId"', '"createdAt"', 'payload', '"createdAtText"'];

/** Table event, read only: event-builder writes it. */
@Injectable()
export class EventsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns the newest events, up to `limit` and up to the size of an answer. */
  async list(filter: EventFilter): Promise<EventRow[]> {
    const { sql, parameters } = toCondition(filter);
    const select = `SELECT ${EVENT_FIELDS}, ${unpackedBytes('payload')} AS bytes FROM event WHERE ${sql} ORDER BY created_at DESC, eventid DESC LIMIT ${filter.limit}`;
    const capped = cappedBySize({ select, columns: EVENT_COLUMNS, order: '"createdAt" DESC, eventid DESC' });
    const rows = await this.dataSource.query<PackedEvent[]>(capped, [...parameters]);
    return rows.map(withPayload);
  }

  async find(account: number, eventid: string): Promise<EventRow | undefined> {
    const [event] = await this.dataSource.query<PackedEvent[]>(
      `SELECT ${EVENT_FIELDS} FROM event WHERE eventid = $1 AND account_id = $2 ORDER BY created_at LIMIT 1`,
      [eventid, account],
    );
    return event && withPayload(event);
  }
}

function toCondition(filter: EventFilter): Condition {
  const terms = new Terms()
    .add('account_id = ?', filter.account)
    .add('event = ?', filter.event)
    .add('consignment_id = ANY(?::uuid[])', filter.consignmentIds);
  return addChoice(terms, 'event', filter.choice).addPageRange(filter, 'eventid').toCondition();
}
