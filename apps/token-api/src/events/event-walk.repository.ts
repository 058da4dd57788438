// tables event and event_position, read only: the events of an account in the order of storing
import { Injectable } from '@nestjs/common';
import type { EventName } from '#libs/contracts';
import { DataSource } from 'typeorm';
import { addChoice, type ParcelChoice } from '../consignments/parcels.repository.js';
import { instantText, unpackedBytes } from '#libs/persistence';
import { cappedBySize, type Condition, Terms } from '../paging/page.js';
import type { EventPosition } from './event-position.js';
import { EVENT_COLUMNS, EVENT_FIELDS, type EventRow, type PackedEvent, withPayload } from './events.repository.js';

export interface EventWalk {
  readonly account: number;
  readonly after: EventPosition;
  readonly event?: EventName | undefined;
  /** Only events of these consignments. */
  readonly consignmentIds?: readonly string[] | undefined;
  /** Only events of these parcels, which are too many to name. */
  readonly choice?: ParcelChoice | undefined;
  readonly limit: number;
}

export interface WalkedEvents {
  /** In the order of storing, up to the size of an answer. */
  readonly events: readonly EventRow[];
  /** The next page begins after this position. */
  readonly next: EventPosition;
}

/** The most events that one page with a filter looks at. The next page continues. */
const MOST_LOOKED_AT = 2_000;

/**
 * Selects the first transaction that may still be open: all transactions with smaller numbers have ended. New rows can only come from this
 * transaction or later transactions, so a page stops before it. The rows must come from the same statement, and so from the same snapshot.
 */
const OPEN_FROM = '(SELECT tx_offset + pg_snapshot_xmin(pg_current_snapshot())::text::bigint FROM event_position)';

interface FoundRow extends EventPosition {
  readonly eventid: string;
  readonly createdAt: string;
  /** False when the row does not match the filter, and only marks how far the walk has come. */
  readonly isWanted: boolean;
}

/**
 * The last row marks how far the walk has come; it may not match the filter. OFFSET 0 keeps the planner from merging the subquery: a parcel
 * has few rows, and the index on consignments finds them.
 */
function toFind({ account, after, event, consignmentIds, choice, limit }: EventWalk): Condition {
  const terms = new Terms();
  const ofAccount = `account_id = ${terms.given(account)}`;
  const behind = `(${terms.given(after.storedTx)}::bigint, ${terms.given(after.storedNo)}::bigint)`;
  const source =
    consignmentIds === undefined
      ? 'event'
      : `(SELECT * FROM event WHERE ${ofAccount} AND consignment_id = ANY(${terms.given(consignmentIds)}::uuid[]) OFFSET 0) AS event`;
  const { sql, parameters } = addChoice(terms.add('event = ?', event), 'walked', choice).toCondition();
  const isWanted = sql === '' ? 'true' : sql;
  const find = `
    WITH walked AS MATERIALIZED (
      SELECT event, account_id, consignment_id, stored_tx AS tx, stored_no AS no, created_at, eventid
      FROM ${source}
      WHERE ${ofAccount} AND (stored_tx, stored_no) > ${behind} AND stored_tx < ${OPEN_FROM}
      ORDER BY stored_tx, stored_no LIMIT ${sql === '' ? limit : MOST_LOOKED_AT}
    ), found AS (
      (SELECT tx, no, created_at, eventid, true AS wanted FROM walked WHERE ${isWanted} ORDER BY tx, no LIMIT ${limit})
      UNION (SELECT tx, no, created_at, eventid, ${isWanted} FROM walked ORDER BY tx DESC, no DESC LIMIT 1)
    )
    SELECT wanted AS "isWanted", tx AS "storedTx", no AS "storedNo", eventid, ${instantText('created_at')} AS "createdAt"
    FROM found ORDER BY tx, no`;
  return { sql: find, parameters };
}

const IN_ORDER = 'place';
const LOAD = cappedBySize({
  select: `
    SELECT ${EVENT_FIELDS}, ${unpackedBytes('payload')} AS bytes, place
    FROM unnest($2::uuid[], $3::timestamptz[]) WITH ORDINALITY AS wanted(eventid, created_at, place) JOIN event USING (eventid, created_at)
    WHERE account_id = $1`,
  columns: EVENT_COLUMNS,
  order: IN_ORDER,
});

/**
 * `stored_at` is the time at which a transaction began: it does not grow with the positions, which follow the first write, and says nothing
 * about the commit. Time limits of statements and pauses (`DATABASE_STATEMENT_TIMEOUT_MS`) keep event-builder's transactions shorter than this.
 * So if an event's transaction began this long before an instant, all events up to its position were committed before the instant.
 */
const LONGEST_TRANSACTION = `interval '5 minutes'`;

/**
 * Halves the numbers of transactions between `too_early`, up to which all events were committed before the instant, and `late_enough`, whose
 * next event may be wanted. Each step reads one row by the index, so the cost hardly grows with the number of events.
 */
const FIRST_SINCE = `
  WITH RECURSIVE newest AS (
    SELECT stored_tx, stored_at FROM event WHERE account_id = $1 AND stored_tx < ${OPEN_FROM} ORDER BY stored_tx DESC, stored_no DESC LIMIT 1
  ), search AS (
    SELECT 0::bigint AS too_early, stored_tx AS late_enough FROM newest WHERE stored_at >= $2::timestamptz - ${LONGEST_TRANSACTION}
    UNION ALL
    SELECT CASE WHEN is_early THEN stored_tx ELSE too_early END, CASE WHEN is_early THEN late_enough ELSE middle END
    FROM (SELECT *, (too_early + late_enough) / 2 AS middle FROM search WHERE late_enough - too_early > 1) AS step
    LEFT JOIN LATERAL (
      SELECT stored_tx, stored_at < $2::timestamptz - ${LONGEST_TRANSACTION} AS is_early FROM event
      WHERE account_id = $1 AND stored_tx >= middle AND stored_tx < late_enough ORDER BY stored_tx, stored_no LIMIT 1) AS found ON true
  )
  SELECT max(too_early) + 1 AS "storedTx" FROM search`;

@Injectable()
export class EventWalkRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** @returns the first transaction that may still be open */
  async end(): Promise<number> {
    const [row] = await this.dataSource.query<[{ openFrom: number }]>(`SELECT ${OPEN_FROM} AS "openFrom"`);
    return row.openFrom;
  }

  /**
   * Finds the transaction from which a walk returns all events that were committed at the instant or later, by the database's clock, and some
   * events from before.
   * @returns undefined while no event has been stored since
   */
  async firstSince(account: number, sinceMs: number): Promise<number | undefined> {
    const [row] = await this.dataSource.query<[{ storedTx: number | null }]>(FIRST_SINCE, [account, new Date(sinceMs).toISOString()]);
    return row.storedTx ?? undefined;
  }

  async next(walk: EventWalk): Promise<WalkedEvents> {
    const found = await this.find(walk);
    const wanted = found.filter(({ isWanted }) => isWanted).slice(0, walk.limit);
    const events = await this.load(walk.account, wanted);
    const isCut = (events[0]?.found ?? 0) > events.length;
    const lastSent = wanted.find(({ eventid }) => eventid === events.at(-1)?.eventid);
    const next = isCut ? lastSent : wanted.length === walk.limit ? wanted.at(-1) : found.at(-1);
    return { events, next: next ?? walk.after };
  }

  private find(walk: EventWalk): Promise<FoundRow[]> {
    const { sql, parameters } = toFind(walk);
    return this.dataSource.query(sql, [...parameters]);
  }

  private async load(account: number, rows: readonly FoundRow[]): Promise<EventRow[]> {
    if (rows.length === 0) return [];
    const places = [rows.map(({ eventid }) => eventid), rows.map(({ createdAt }) => createdAt)];
    return (await this.dataSource.query<PackedEvent[]>(LOAD, [account, ...places])).map(withPayload);
  }
}
