// all tables with personal data: finds and removes the rows of a parcel (docs/personal-data.md)
import { normaliseTrackingNumber, parcelIdOf, type WebhookPayload } from '#libs/contracts';
import { unpackJson } from '#libs/persistence';
import { DataSource, type EntityManager, QueryFailedError } from 'typeorm';
import { lockOf, parcelOf } from '../consignment/parcel.js';
import { orderCrcOf } from '../storage/consignment-rows.js';
import { EVERY_ACCOUNT } from '../batch/parcel-unit-of-work.js';
import type { OrderErasure } from './erase-args.js';
import type { ParcelName } from '../consignment/parcel.js';
import { type ErasurePlan, type Holder, planErasure } from './erasure-plan.js';
import * as sql from './erasures.statements.repository.js';

export interface ErasureScope extends ParcelName {
  /** undefined = all accounts. */
  readonly account: number | undefined;
  /** Accounts that are included although nothing is known about them. */
  readonly accounts: readonly number[];
}

/** The numbers of affected rows by step; steps without rows are left out. */
export type ErasedRows = Readonly<Partial<Record<sql.Step, number>>>;

const STEPS = Object.keys(sql.STEPS) as sql.Step[];
const DEADLOCK_DETECTED = '40P01';
const MOST_TRIES = 5;

export class ErasuresRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Finds the order's parcels: consignments by an index, and by reading all events of the account. */
  async parcelsOf({ account, orderNo, client }: OrderErasure): Promise<ParcelName[]> {
    const found = await this.dataSource.query<ParcelName[]>(sql.FIND_BY_ORDER, [account, orderNo, client ?? null]);
    const byCrc = [account, orderCrcOf(orderNo), client ?? null];
    const events = await this.dataSource.query<{ payload: Buffer }[]>(sql.PAYLOADS_BY_ORDER, byCrc);
    const told = events
      .map(({ payload }) => unpackJson<WebhookPayload>(payload).references)
      .filter((references) => references.orderNo === orderNo)
      .map(({ courier, tracking_number: trackingNumber }) => ({ courier, trackingNumber }));
    const byKey = new Map(
      [...found, ...told].map(({ courier, trackingNumber }) => {
        const normalised = normaliseTrackingNumber(trackingNumber);
        const parcel = { courier, trackingNumber: normalised };
        return [parcelOf(parcel), parcel];
      }),
    );
    return [...byKey.values()];
  }

  async plan(scope: ErasureScope): Promise<ErasurePlan> {
    return planOn(this.dataSource.manager, scope);
  }

  async accounts(): Promise<number[]> {
    const rows = await this.dataSource.query<{ account: number }[]>('SELECT account_id AS account FROM account');
    return rows.map(({ account }) => account);
  }

  /** Counts the rows that an erasure would affect now; changes nothing. */
  count(plan: ErasurePlan): Promise<ErasedRows> {
    return this.runAll(this.dataSource.manager, plan, sql.countOf);
  }

  /**
   * Writes the marks: from the commit on, all later messages about the parcel are left out. Holds the parcel's lock: a transaction that
   * opens one of its consignments has either ended and is in the plan, or will see the marks.
   */
  mark(scope: ErasureScope): Promise<{ plan: ErasurePlan; isNew: boolean }> {
    return this.dataSource.transaction(async (manager) => {
      await lock(manager, scope);
      const plan = await planOn(manager, scope);
      const made = await manager.query<{ isNew: boolean }[]>(sql.MARK_PARCELS, [plan.parcelId, JSON.stringify(plan.marks)]);
      await manager.query(sql.MARK_CONSIGNMENTS, [JSON.stringify(plan.consignments)]);
      return { plan, isNew: made.some(({ isNew }) => isNew) };
    });
  }

  async writers(): Promise<Set<string>> {
    const rows = await this.dataSource.query<{ writer: string }[]>(sql.WRITERS);
    return new Set(rows.map(({ writer }) => writer));
  }

  /** Erases in one transaction, under the lock of the parcel, so that no batch decides about it meanwhile. */
  async erase(plan: ErasurePlan, isNew: boolean): Promise<ErasedRows> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.eraseOnce(plan, isNew);
      } catch (error) {
        if (!isDeadlock(error) || tries === MOST_TRIES) throw error;
      }
    }
  }

  private eraseOnce(plan: ErasurePlan, isNew: boolean): Promise<ErasedRows> {
    return this.dataSource.transaction(async (manager) => {
      await lock(manager, plan);
      await manager.query(sql.LOCK_DELIVERIES, [plan.consignments.map(({ consignmentId }) => consignmentId)]);
      const rows = await this.runAll(manager, plan, sql.eraseOf);
      if (isNew || Object.keys(rows).length > 0) await manager.query(sql.AUDIT, [JSON.stringify(entriesOf(plan, rows))]);
      return rows;
    });
  }

  private async runAll(manager: EntityManager, plan: ErasurePlan, toSql: (step: sql.Step) => string): Promise<ErasedRows> {
    const ids = plan.consignments.map(({ consignmentId }) => consignmentId);
    const parameters = [plan.courier, plan.trackingNumber, ids, plan.account ?? null, plan.parcelId];
    const rows: Partial<Record<sql.Step, number>> = {};
    for (const step of STEPS) {
      const [found] = await manager.query<{ count: number }[]>(toSql(step), parameters);
      if (found && found.count > 0) rows[step] = found.count;
    }
    return rows;
  }
}

/** Takes the same lock under which event-builder decides. */
async function lock(manager: EntityManager, parcel: ParcelName): Promise<void> {
  await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [lockOf(parcel)]);
}

async function planOn(manager: EntityManager, { account, accounts, ...parcel }: ErasureScope): Promise<ErasurePlan> {
  const parameters = [parcel.courier, parcel.trackingNumber, parcelIdOf(parcel), account ?? null];
  const known = await manager.query<Holder[]>(sql.HOLDERS, parameters);
  const others = accounts.filter((each) => !known.some((holder) => holder.account === each));
  return planErasure(parcel, account, [...known, ...others.map((each) => ({ account: each, generation: 0 }))]);
}

/**
 * Returns audit entries with ids and counts only. An account must not learn about others' data, so counts of a parcel of several accounts
 * appear in no account's log.
 */
function entriesOf({ parcelId, consignments, account }: ErasurePlan, rows: ErasedRows): object[] {
  return [
    ...consignments.map((consignment) => ({
      account: consignment.account,
      action: 'consignment.erased',
      subjectId: consignment.consignmentId,
      after: { parcelId },
    })),
    { account: EVERY_ACCOUNT, action: 'parcel.erased', subjectId: parcelId, after: { account: account ?? null, rows } },
  ];
}

const isDeadlock = (error: unknown): boolean =>
  error instanceof QueryFailedError && (error.driverError as { code?: string }).code === DEADLOCK_DETECTED;
