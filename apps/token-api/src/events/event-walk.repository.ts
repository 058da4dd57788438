// tables event and event_position, read only: the events of an account in the order of storing
import { Injectable } from '@nestjs/common';
import type { EventName } from '#libs/contracts';
import { DataSource } from 'typeorm';
import { bytesOf, cappedBySize, CREATED_AT_TEXT } from '../paging/page.js';
import type { EventPosition } from './event-position.js';
import { EVENT_COLUMNS, EVENT_FIELDS, type EventRow } from './events.repository.js';

export interface EventWalk {
  readonly account: number;
  readonly after: EventPosition;
  readonly event?: EventName | undefined;
  /** Those of one parcel, every generation of its number. */
  readonly consignmentIds?: readonly string[] | undefined;
  readonly limit: number;
}

export interface WalkedEvents {
  /** In the order of storing, as far as their payloads fit into an answer. */
  readonly events: readonly EventRow[];
  /** Where to go on. */
  readonly next: EventPosition;
}

/** With a filter on events, so many are looked at for one page: the rest is for the next page. */
const MOST_LOOKED_AT = 2_000;

/**
 * The transactions before this number have ended. A later row can only come from one at or behind it: pages stop before it.
 * In the same statement as the rows, so of the same snapshot.
 */
const OPEN_FROM = '(SELECT tx_offset + pg_snapshot_xmin(pg_current_snapshot())::text::bigint FROM event_position)';

const ORDER = 'coalesce(stored_tx, 0), coalesce(stored_no, 0), created_at, eventid';

interface FoundRow extends EventPosition {
  readonly event: EventName;
}

/** The last row is where the walk has come, whether its event is asked for or not. OFFSET 0: few rows are of a parcel, and their index finds them. */
const toFind = (ofConsignments: boolean): string => `
  WITH walked AS MATERIALIZED (
    SELECT event, coalesce(stored_tx, 0) AS tx, coalesce(stored_no, 0) AS no, created_at, eventid
    FROM ${ofConsignments ? '(SELECT * FROM event WHERE account_id = $1 AND consignment_id = ANY($9::uuid[]) OFFSET 0) AS event' : 'event'}
    WHERE account_id = $1 AND (${ORDER}) > ($2::bigint, $3::bigint, $4::timestamptz, $5::uuid) AND coalesce(stored_tx, 0) < ${OPEN_FROM}
    ORDER BY ${ORDER} LIMIT $6
  ), found AS (
    (SELECT * FROM walked WHERE $7::text IS NULL OR event = $7 ORDER BY tx, no, created_at, eventid LIMIT $8)
    UNION (SELECT * FROM walked ORDER BY tx DESC, no DESC, created_at DESC, eventid DESC LIMIT 1)
  )
  SELECT event, tx AS "storedTx", no AS "storedNo", eventid, ${CREATED_AT_TEXT.replace('createdAtText', 'createdAt')}
  FROM found ORDER BY tx, no, created_at, eventid`;

const IN_ORDER = 'place';
const LOAD = cappedBySize({
  select: `
    SELECT ${EVENT_FIELDS}, ${bytesOf('payload')} AS bytes, place
    FROM unnest($2::uuid[], $3::timestamptz[]) WITH ORDINALITY AS wanted(eventid, created_at, place) JOIN event USING (eventid, created_at)
    WHERE account_id = $1`,
  columns: EVENT_COLUMNS,
  order: IN_ORDER,
});

@Injectable()
export class EventWalkRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Before it lie the events of all transactions that have ended. */
  async end(): Promise<number> {
    const [row] = await this.dataSource.query<[{ openFrom: number }]>(`SELECT ${OPEN_FROM} AS "openFrom"`);
    return row.openFrom;
  }

  async next(walk: EventWalk): Promise<WalkedEvents> {
    const found = await this.find(walk);
    const wanted = found.filter(({ event }) => walk.event === undefined || event === walk.event).slice(0, walk.limit);
    const events = await this.load(walk.account, wanted);
    const isCut = (events[0]?.found ?? 0) > events.length;
    const lastSent = wanted.find(({ eventid }) => eventid === events.at(-1)?.eventid);
    const next = isCut ? lastSent : wanted.length === walk.limit ? wanted.at(-1) : found.at(-1);
    return { events, next: next ?? walk.after };
  }

  private find({ account, after, event, consignmentIds, limit }: EventWalk): Promise<FoundRow[]> {
    const isFiltered = event !== undefined;
    const position = [after.storedTx, after.storedNo, after.createdAt, after.eventid];
    const parameters = [account, ...position, isFiltered ? MOST_LOOKED_AT : limit, event ?? null, limit];
    return this.dataSource.query(toFind(consignmentIds !== undefined), consignmentIds ? [...parameters, consignmentIds] : parameters);
  }

  private async load(account: number, rows: readonly EventPosition[]): Promise<EventRow[]> {
    if (rows.length === 0) return [];
    return this.dataSource.query(LOAD, [account, rows.map(({ eventid }) => eventid), rows.map(({ createdAt }) => createdAt)]);
  }
}
