// table delivery_backlog, for its metrics: how much waits, and for how long
import { Injectable } from '@nestjs/common';
import { LIMITED_AFTER_S } from '#libs/persistence';
import { DataSource } from 'typeorm';
import { RECEIVERS_WITH_ROWS } from './overflow.repository.js';

/** How many attempts wait in the table. */
export interface WaitingDepth {
  /** Exact up to `MOST_COUNTED`; beyond it as last estimated by the database. */
  readonly rows: number;
  /** Receivers with rows there. */
  readonly receivers: number;
  /** When the first row of all came, epoch ms. */
  readonly oldestMs: number | undefined;
  /** Receivers that have asked to be left alone, and receivers with attempts that wait for their owner's limits. */
  readonly held: number;
  readonly limited: number;
}

/** Counting ten million rows takes seconds, and every process asks: beyond this many the estimate is as good. */
const MOST_COUNTED = 20_000;

/** The oldest row is the first of the primary key. */
const DEPTH = `
  SELECT (SELECT count(*) FROM (SELECT 1 FROM delivery_backlog LIMIT ${MOST_COUNTED}) AS counted) AS counted,
    (SELECT GREATEST(reltuples, 0)::bigint FROM pg_class WHERE oid = 'delivery_backlog'::regclass) AS estimated,
    (SELECT count(*) FROM (${RECEIVERS_WITH_ROWS}) AS backlogged) AS receivers,
    (SELECT count(*) FROM receiver_queue WHERE held_until > now()) AS held,
    (SELECT count(*) FROM receiver_queue WHERE limited_since < now() - interval '${LIMITED_AFTER_S} seconds') AS limited,
    (SELECT spilled_at FROM delivery_backlog ORDER BY backlog_id LIMIT 1) AS "oldestAt"`;

interface DepthRow {
  readonly counted: number;
  readonly estimated: number;
  readonly receivers: number;
  readonly held: number;
  readonly limited: number;
  readonly oldestAt: Date | null;
}

/** Counts what waits in tables. */
@Injectable()
export class WaitingDepthRepository {
  constructor(private readonly dataSource: DataSource) {}

  async depth(): Promise<WaitingDepth> {
    const [row] = await this.dataSource.query<[DepthRow]>(DEPTH);
    const { counted, estimated, receivers, held, limited, oldestAt } = row;
    return {
      rows: counted < MOST_COUNTED ? counted : Math.max(counted, estimated),
      receivers,
      held,
      limited,
      oldestMs: oldestAt?.getTime(),
    };
  }
}
