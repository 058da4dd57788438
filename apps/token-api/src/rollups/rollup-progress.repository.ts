// table statistics_progress, and the recorded attempts that are not counted yet
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Progress, Range } from './rollup-plan.js';
import { toDates } from './rollups.repository.js';

const STATISTICS_LOCK = 7_316_007;

// The planner reads partitions without statistics as a whole, because they look small. JIT compilation takes longer than the statement.
const FOR_THE_PLANNER = 'SET LOCAL enable_seqscan = off; SET LOCAL jit = off';

const LOCK = `SELECT pg_try_advisory_xact_lock(${STATISTICS_LOCK}) AS "isOurs"`;

/**
 * Ignores a pause that ends far in the future: it began before the clock was set back. Read after the lock, because another instance may have
 * replaced a value that was read earlier.
 */
const PROGRESS = `
  SELECT now() AS now, recorded_until AS "recordedUntil", quarters_until AS "quartersUntil", days_until AS "daysUntil"
  FROM statistics_progress WHERE not_before <= now() OR not_before > now() + interval '1 hour'`;

const minuteOf = (column: string): string => `date_bin('1 minute', ${column}, '2000-01-01T00:00:00Z')`;

const TOUCHED = `
  SELECT ${minuteOf('attempted_at')} AS minute FROM delivery_attempt WHERE recorded_at >= $1 AND recorded_at < $2
  UNION
  SELECT ${minuteOf('updated_at')} FROM delivery WHERE status = 'cancelled' AND updated_at >= $1 AND updated_at < $2`;

const KEEP = 'UPDATE statistics_progress SET recorded_until = $1, quarters_until = $2, days_until = $3';

interface ProgressRow {
  readonly now: Date;
  readonly recordedUntil: Date;
  readonly quartersUntil: Date;
  readonly daysUntil: Date;
}

/** The progress of the job, and the time of the database. */
export interface Standing {
  readonly progress: Progress;
  readonly nowMs: number;
}

/** Reads and writes table `statistics_progress`. */
@Injectable()
export class RollupProgressRepository {
  /** Takes the lock until the transaction ends. @returns undefined while another instance has the lock or the pause lasts */
  async begin(manager: EntityManager): Promise<Standing | undefined> {
    await manager.query(FOR_THE_PLANNER);
    const [lock] = await manager.query<{ isOurs: boolean }[]>(LOCK);
    if (!lock?.isOurs) return undefined;
    const [row] = await manager.query<ProgressRow[]>(PROGRESS);
    return (
      row && {
        nowMs: row.now.getTime(),
        progress: {
          recordedUntilMs: row.recordedUntil.getTime(),
          quartersUntilMs: row.quartersUntil.getTime(),
          daysUntilMs: row.daysUntil.getTime(),
        },
      }
    );
  }

  /** Returns the minutes of attempts that were recorded in the range, and the minutes in which a delivery was cancelled. */
  async touched(manager: EntityManager, range: Range): Promise<number[]> {
    const rows = await manager.query<{ minute: Date }[]>(TOUCHED, toDates(range));
    return rows.map(({ minute }) => minute.getTime());
  }

  async pause(manager: EntityManager, pauseMs: number): Promise<void> {
    await manager.query(`UPDATE statistics_progress SET not_before = now() + $1 * interval '1 millisecond'`, [pauseMs]);
  }

  async keep(manager: EntityManager, { recordedUntilMs, quartersUntilMs, daysUntilMs }: Progress): Promise<void> {
    const times = [recordedUntilMs, quartersUntilMs, daysUntilMs].map((ms) => new Date(ms));
    await manager.query(KEEP, times);
  }
}
