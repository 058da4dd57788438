// tables attempt_rollup and statistics_progress, read only: rollups/ writes them
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ALL_EVENTS, ALL_RECEIVERS } from '../rollups/attempt-rollup.js';
import { type Grouping, MOST_POINTS, type StatisticsQuery } from './statistics-query.js';
import type { Piece } from './time-buckets.js';

export interface StatisticsRow {
  /** The place of the bucket, from 1. */
  readonly place: number;
  /** The key of the group; '' without groups. */
  readonly key: string;
  readonly attempts: number;
  readonly delivered: number;
  readonly exhausted: number;
  readonly expired: number;
  readonly cancelled: number;
  readonly buckets: readonly number[] | null;
  readonly counts: readonly number[] | null;
}

export interface StatisticsProgress {
  readonly quartersUntil: Date;
  readonly daysUntil: Date;
}

const KEY: Readonly<Record<Grouping, string>> = {
  receiver: 'receiver_id::text',
  event: 'event',
  outcome: 'outcome',
  httpStatus: 'http_status::text',
};

/** $1 = account, $2 = receivers, $3 = boundaries, then event, outcome and http_status (null = any), then the pieces. */
const PIECES_FROM = 7;

type Rows = 'totals' | 'parts';

const placedOf = (groupBy: Grouping | undefined, which: Rows, pieces: readonly Piece[]): string => `
  WITH chosen AS MATERIALIZED (
    ${pieces.map((piece, index) => pieceOf(piece, which, PIECES_FROM + 2 * index)).join(' UNION ALL ')}
  ), placed AS MATERIALIZED (
    SELECT width_bucket(bucket, $3::timestamptz[]) AS place, ${groupBy === undefined ? `''` : KEY[groupBy]} AS key, * FROM chosen
  )`;

/** When each row is a point, nothing is added up, because adding up latencies takes most of the time. */
const ROWS_ARE_POINTS = `
  SELECT place, key, attempts, delivered, exhausted, expired, cancelled, NULLIF(latency_buckets, '{}') AS buckets, latency_counts AS counts
  FROM placed ORDER BY place, key LIMIT ${MOST_POINTS + 1}`;

const ADDED_UP = `, latencies AS (
    SELECT place, key, bucket, sum(count)::integer AS count
    FROM (SELECT place, key, latency_buckets, latency_counts FROM placed WHERE latency_buckets <> '{}') AS placed
    CROSS JOIN LATERAL unnest(latency_buckets, latency_counts) AS l(bucket, count) GROUP BY place, key, bucket
  ), histograms AS (
    SELECT place, key, array_agg(bucket ORDER BY bucket) AS buckets, array_agg(count ORDER BY bucket) AS counts FROM latencies GROUP BY place, key
  ), counted AS (
    SELECT place, key, sum(attempts)::integer AS attempts, sum(delivered)::integer AS delivered, sum(exhausted)::integer AS exhausted,
      sum(expired)::integer AS expired, sum(cancelled)::integer AS cancelled
    FROM placed GROUP BY place, key
  )
  SELECT place, key, attempts, delivered, exhausted, expired, cancelled, buckets, counts
  FROM counted LEFT JOIN histograms USING (place, key) ORDER BY place, key LIMIT ${MOST_POINTS + 1}`;

const pieceOf = ({ grain }: Piece, which: Rows, first: number): string => `
  SELECT * FROM attempt_rollup
  WHERE account_id = $1 AND receiver_id = ANY($2::uuid[]) AND grain = '${grain}' AND bucket >= $${first} AND bucket < $${first + 1}
    AND event ${which === 'totals' ? '=' : '<>'} '${ALL_EVENTS}'
    AND ($4::text IS NULL OR event = $4) AND ($5::text IS NULL OR outcome = $5) AND ($6::smallint IS NULL OR http_status = $6)`;

/** A query that distinguishes neither event, outcome nor status reads the totals. */
const rowsFor = ({ groupBy, event, outcome, httpStatus }: StatisticsQuery): Rows =>
  (groupBy ?? 'receiver') === 'receiver' && event === undefined && outcome === undefined && httpStatus === undefined ? 'totals' : 'parts';

const PROGRESS = 'SELECT quarters_until AS "quartersUntil", days_until AS "daysUntil" FROM statistics_progress';

const RECEIVERS = 'SELECT receiver_id AS "receiverId" FROM receiver WHERE account_id = $1';

/** Reads the rows that the statistics job has counted. */
@Injectable()
export class StatisticsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async progress(): Promise<StatisticsProgress> {
    const [row] = await this.dataSource.query<StatisticsProgress[]>(PROGRESS);
    return row!;
  }

  /** Returns at most one row more than the most points. */
  async rows(query: StatisticsQuery, pieces: readonly Piece[]): Promise<StatisticsRow[]> {
    const { account, interval, boundariesMs, event, outcome, httpStatus, groupBy } = query;
    const boundaries = boundariesMs.map((ms) => new Date(ms).toISOString());
    const filters = [event ?? null, outcome ?? null, httpStatus ?? null];
    const periods = pieces.flatMap(({ fromMs, toMs }) => [new Date(fromMs), new Date(toMs)]);
    const parameters = [account, await this.receiverIdsOf(query), boundaries, ...filters, ...periods];
    const which = rowsFor(query);
    const rest = which === 'totals' && interval === 'minute' ? ROWS_ARE_POINTS : ADDED_UP;
    return this.dataSource.query<StatisticsRow[]>(placedOf(groupBy, which, pieces) + rest, parameters);
  }

  private async receiverIdsOf({ account, receiverId, groupBy }: StatisticsQuery): Promise<string[]> {
    if (receiverId !== undefined) return [receiverId];
    if (groupBy !== 'receiver') return [ALL_RECEIVERS];
    const rows = await this.dataSource.query<{ receiverId: string }[]>(RECEIVERS, [account]);
    return rows.map((row) => row.receiverId);
  }
}
