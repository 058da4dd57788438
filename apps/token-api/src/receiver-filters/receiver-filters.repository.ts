// tables event and consignment, read only: what a filter would have judged, and which values parcels have
import { Injectable } from '@nestjs/common';
import { type FilteredEvent, MAX_REFERENCE_CHARS, toFilteredEvent } from '#libs/contracts';
import { unpackJson } from '#libs/persistence';
import { DataSource } from 'typeorm';
import { CREATED_AT_TEXT } from '../paging/created-at-text.repository.js';
import { cappedBySize } from '../paging/page.js';
import type { JudgedEvent } from './preview.js';
import { MOST_PARCELS, VALUES_OF_DAYS } from './receiver-filters.dto.js';

/** The newest events, and after them the events before a place. */
const NEWEST_EVENTS = cappedBySize({
  select: `
    SELECT eventid, consignment_id AS "consignmentId", created_at AS "createdAt", ${CREATED_AT_TEXT}, payload, octet_length(payload) AS bytes FROM event
    WHERE account_id = $1 AND ($3::timestamptz IS NULL OR (created_at, eventid) < ($3::timestamptz, $4::uuid))
    ORDER BY created_at DESC, eventid DESC LIMIT $2`,
  columns: ['eventid', '"consignmentId"', '"createdAt"', '"createdAtText"', 'payload'],
  order: '"createdAt" DESC, eventid DESC',
});

/** A value that is longer than a filter can name is left out. */
const VALUES = `
  WITH newest AS MATERIALIZED (
    SELECT courier, destination_country, warehouse, language, client FROM consignment
    WHERE account_id = $1 AND created_at >= now() - interval '${VALUES_OF_DAYS} days' ORDER BY created_at DESC LIMIT ${MOST_PARCELS})
  SELECT list, value, count(*)::int AS count, (SELECT count(*)::int FROM newest) AS parcels
  FROM newest CROSS JOIN LATERAL (VALUES ('couriers', courier), ('destinationCountries', destination_country), ('warehouses', warehouse),
    ('languages', language), ('clients', client)) AS each(list, value)
  WHERE char_length(value) <= ${MAX_REFERENCE_CHARS}
  GROUP BY list, value ORDER BY count DESC, value`;

interface PackedEvent {
  readonly eventid: string;
  readonly consignmentId: string;
  readonly createdAt: Date;
  readonly createdAtText: string;
  readonly payload: Buffer;
}

interface Counted {
  readonly list: string;
  readonly value: string;
  readonly count: number;
}

@Injectable()
export class ReceiverFiltersRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns events newest first. Reads as many at once as fit into an answer, and keeps only what a filter judges. */
  async newestEvents(account: number, most: number): Promise<JudgedEvent[]> {
    const events: JudgedEvent[] = [];
    for (let last: PackedEvent | undefined; events.length < most;) {
      const place = [last?.createdAtText ?? null, last?.eventid ?? null];
      const page = await this.dataSource.query<PackedEvent[]>(NEWEST_EVENTS, [account, most - events.length, ...place]);
      if (page.length === 0) break;
      events.push(...page.map(toJudged));
      last = page.at(-1);
    }
    return events;
  }

  /** Returns the values of the newest parcels, the most frequent first. */
  async values(account: number): Promise<{ readonly parcels: number; readonly counts: readonly Counted[] }> {
    const counts = await this.dataSource.query<(Counted & { readonly parcels: number })[]>(VALUES, [account]);
    return { parcels: counts[0]?.parcels ?? 0, counts };
  }
}

const toJudged = ({ eventid, consignmentId, createdAt, payload }: PackedEvent): JudgedEvent => ({
  eventid,
  consignmentId,
  createdAt,
  ...toFilteredEvent(unpackJson<FilteredEvent>(payload)),
});
