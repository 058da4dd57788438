// table attempt_rollup: counted from delivery_attempt and cancelled deliveries, or from its own finer rows
import { Injectable } from '@nestjs/common';
import { MAX_RETRIES } from '#libs/contracts';
import type { EntityManager } from 'typeorm';
import {
  ALL_EVENTS,
  ALL_OUTCOMES,
  ALL_RECEIVERS,
  ALL_STATUSES,
  type Grain,
  keptSinceMs,
  LAST_LATENCY_BUCKET,
  LATENCY_BASE,
  NO_HTTP_STATUS,
  NO_OUTCOME,
} from './attempt-rollup.js';
import type { Range } from './rollup-plan.js';

const LENGTH: Readonly<Record<Grain, string>> = { minute: '1 minute', quarter: '15 minutes', day: '1 day' };
const bucketOf = (column: string, grain: Grain): string => `date_bin('${LENGTH[grain]}', ${column}, '2000-01-01T00:00:00Z')`;

const KEYS = ['account_id', 'receiver_id', 'bucket', 'event', 'outcome', 'http_status'];
const KEY = KEYS.join(', ');
const COUNTS = ['attempts', 'delivered', 'exhausted', 'expired', 'cancelled'];
const VALUES = [...COUNTS, 'latency_buckets', 'latency_counts'];

/** The latency bucket of a first round. The latency of a redelivery says nothing about the receiver. */
const LATENCY = `
  LEAST(${LAST_LATENCY_BUCKET}, floor(ln(GREATEST(1, extract(epoch FROM attempted_at - delivery_created_at)::float8 * 1000 + duration_ms))
    / ln(${LATENCY_BASE}::float8)))::smallint`;

/** True when an attempt exhausted its delivery. */
export const IS_EXHAUSTING = `outcome <> 'accepted' AND next_attempt_at IS NULL AND attempt > ${MAX_RETRIES}`;

/** Returns each attempt, and each cancelled delivery, as a row that counts 1. */
const made = (grain: Grain): string => `
  SELECT account_id, receiver_id, ${bucketOf('attempted_at', grain)} AS bucket, event, outcome, COALESCE(http_status, ${NO_HTTP_STATUS}) AS http_status,
    1 AS attempts, (outcome = 'accepted')::integer AS delivered,
    (${IS_EXHAUSTING})::integer AS exhausted,
    (outcome <> 'accepted' AND next_attempt_at IS NULL AND attempt <= ${MAX_RETRIES})::integer AS expired,
    0 AS cancelled, CASE WHEN outcome = 'accepted' AND round = 1 THEN ${LATENCY} END AS latency
  FROM delivery_attempt WHERE attempted_at >= $1 AND attempted_at < $2 AND NOT is_test
  UNION ALL
  SELECT account_id, receiver_id, ${bucketOf('updated_at', grain)}, event, '${NO_OUTCOME}', ${NO_HTTP_STATUS}, 0, 0, 0, 0, 1, NULL
  FROM delivery WHERE status = 'cancelled' AND updated_at >= $1 AND updated_at < $2 AND NOT is_test`;

/** Groups by latency first, because arrays cannot be added up. */
const ofRecord = (grain: Grain): string => `
  made AS (${made(grain)}),
  counted AS (
    SELECT account_id, COALESCE(receiver_id, '${ALL_RECEIVERS}') AS receiver_id, bucket, COALESCE(event, '${ALL_EVENTS}') AS event,
      COALESCE(outcome, '${ALL_OUTCOMES}') AS outcome, COALESCE(http_status, ${ALL_STATUSES}) AS http_status, latency,
      ${COUNTS.map((count) => `sum(${count})::integer AS ${count}`).join(', ')}
    FROM made
    GROUP BY GROUPING SETS ((${KEY}, latency), (account_id, bucket, event, outcome, http_status, latency),
      (account_id, receiver_id, bucket, latency), (account_id, bucket, latency))
  ),
  fresh AS MATERIALIZED (
    SELECT ${KEY}, ${COUNTS.map((count) => `sum(${count})::integer AS ${count}`).join(', ')},
      COALESCE(array_agg(latency ORDER BY latency) FILTER (WHERE latency IS NOT NULL), '{}') AS latency_buckets,
      COALESCE(array_agg(delivered ORDER BY latency) FILTER (WHERE latency IS NOT NULL), '{}') AS latency_counts
    FROM counted GROUP BY ${KEY}
  )`;

const FINER = { quarter: 'minute', day: 'quarter' } as const;

const ofFiner = (grain: 'quarter' | 'day'): string => `
  finer AS MATERIALIZED (
    SELECT account_id, receiver_id, ${bucketOf('bucket', grain)} AS bucket, event, outcome, http_status, ${VALUES.join(', ')}
    FROM attempt_rollup WHERE grain = '${FINER[grain]}' AND bucket >= $1 AND bucket < $2
  ),
  latencies AS (
    SELECT ${KEY}, latency, sum(count)::integer AS count
    FROM finer CROSS JOIN LATERAL unnest(latency_buckets, latency_counts) AS l(latency, count) GROUP BY ${KEY}, latency
  ),
  histograms AS (
    SELECT ${KEY}, array_agg(latency ORDER BY latency) AS latency_buckets, array_agg(count ORDER BY latency) AS latency_counts
    FROM latencies GROUP BY ${KEY}
  ),
  counted AS (
    SELECT ${KEY}, ${COUNTS.map((count) => `sum(${count})::integer AS ${count}`).join(', ')} FROM finer GROUP BY ${KEY}
  ),
  fresh AS MATERIALIZED (
    SELECT ${KEY}, ${COUNTS.join(', ')}, COALESCE(latency_buckets, '{}') AS latency_buckets, COALESCE(latency_counts, '{}') AS latency_counts
    FROM counted LEFT JOIN histograms USING (${KEY})
  )`;

/** Replaces the rows of a range, but does not write unchanged rows. */
const replace = (grain: Grain, fresh: string): string => `
  WITH ${fresh},
  gone AS (
    DELETE FROM attempt_rollup r WHERE grain = '${grain}' AND bucket >= $1 AND bucket < $2
      AND NOT EXISTS (SELECT FROM fresh f WHERE ${KEYS.map((key) => `f.${key} = r.${key}`).join(' AND ')})
  )
  INSERT INTO attempt_rollup AS r (grain, ${KEY}, ${VALUES.join(', ')})
  SELECT '${grain}', ${KEY}, ${VALUES.join(', ')} FROM fresh
  ON CONFLICT (account_id, receiver_id, grain, bucket, event, outcome, http_status) DO UPDATE
  SET ${VALUES.map((value) => `${value} = EXCLUDED.${value}`).join(', ')}
  WHERE (${VALUES.map((value) => `r.${value}`).join(', ')}) IS DISTINCT FROM (${VALUES.map((value) => `EXCLUDED.${value}`).join(', ')})`;

const OF_RECORD = { minute: replace('minute', ofRecord('minute')), quarter: replace('quarter', ofRecord('quarter')) };
const OF_FINER = { quarter: replace('quarter', ofFiner('quarter')), day: replace('day', ofFiner('day')) };

const FORGET = `
  DELETE FROM attempt_rollup
  WHERE (grain = 'minute' AND bucket < $1) OR (grain = 'quarter' AND bucket < $2) OR (grain = 'day' AND bucket < $3)`;

/** Writes table `attempt_rollup`. Each range is replaced as a whole, so counting it again changes nothing. */
@Injectable()
export class RollupsRepository {
  async countRecord(manager: EntityManager, grain: 'minute' | 'quarter', ranges: readonly Range[]): Promise<void> {
    for (const range of ranges) await manager.query(OF_RECORD[grain], toDates(range));
  }

  async countFiner(manager: EntityManager, grain: 'quarter' | 'day', ranges: readonly Range[]): Promise<void> {
    for (const range of ranges) await manager.query(OF_FINER[grain], toDates(range));
  }

  async forget(manager: EntityManager, nowMs: number): Promise<void> {
    const kept = (['minute', 'quarter', 'day'] as const).map((grain) => new Date(keptSinceMs(grain, nowMs)));
    await manager.query(FORGET, kept);
  }
}

export const toDates = ({ fromMs, toMs }: Range): [Date, Date] => [new Date(fromMs), new Date(toMs)];
