import { type Clock, SECOND } from '#libs/config';
import { LONGEST_IN_DLQ_MS, LONGEST_IN_TOPIC_MS } from '#libs/contracts';
import type { ErasureRequest } from './erase-args.js';
import type { ParcelName } from '../consignment/parcel.js';
import type { ErasurePlan } from './erasure-plan.js';
import type { ErasedRows, ErasuresRepository, ErasureScope } from './erasures.repository.js';

export interface ErasedParcelReport extends ParcelName {
  readonly parcelId: string;
  readonly accounts: readonly number[];
  /** Rows that were or would be removed or cleared; empty = the parcel was erased before. */
  readonly rows: ErasedRows;
}

export interface ErasureReport {
  readonly dryRun: boolean;
  readonly parcels: readonly ErasedParcelReport[];
  /** When retention has removed the messages from the topics at the latest. */
  readonly inTopicsUntil: string;
  readonly inDeadLettersUntil: string;
}

/** A batch takes a second, a statement 30 s at most. */
const SETTLE_MS = 60 * SECOND;
const SETTLE_PAUSE_MS = 100;

/**
 * Erases the stored data of parcels. First writes marks that make every app leave out later messages about the parcel. Then waits for the
 * transactions that began before the marks, and deletes the rows. After a kill, a second run completes the first.
 */
export class Erasure {
  constructor(
    private readonly erasures: ErasuresRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws Error when nothing is known about the parcel or order: a typing error must not block a future parcel */
  async run(request: ErasureRequest): Promise<ErasureReport> {
    const scopes = await this.scopesOf(request);
    if (scopes.length === 0) throw new Error(UNKNOWN[request.kind]);
    const parcels: ErasedParcelReport[] = [];
    for (const each of scopes) parcels.push(request.dryRun ? await this.look(each) : await this.erase(each));
    const nowMs = this.clock.nowMs();
    return {
      dryRun: request.dryRun,
      parcels,
      inTopicsUntil: iso(nowMs + LONGEST_IN_TOPIC_MS),
      inDeadLettersUntil: iso(nowMs + LONGEST_IN_DLQ_MS),
    };
  }

  private async scopesOf(request: ErasureRequest): Promise<ErasureScope[]> {
    const { account } = request;
    if (request.kind === 'order') {
      return (await this.erasures.parcelsOf(request)).map((parcel) => ({ ...parcel, account, accounts: [] }));
    }
    const { courier, trackingNumber, isAhead } = request;
    const named: ErasureScope = { courier, trackingNumber, account, accounts: [] };
    // An erasure ahead names every account that may have the parcel: topics may hold its events and attempts although no table does.
    if (isAhead) return [{ ...named, accounts: account === undefined ? await this.erasures.accounts() : [account] }];
    const plan = await this.erasures.plan(named);
    const isKnown = plan.consignments.length > 0 || Object.keys(await this.erasures.count(plan)).length > 0;
    return isKnown ? [named] : [];
  }

  private async look(scope: ErasureScope): Promise<ErasedParcelReport> {
    const plan = await this.erasures.plan(scope);
    return toReport(plan, await this.erasures.count(plan));
  }

  private async erase(scope: ErasureScope): Promise<ErasedParcelReport> {
    const { plan, isNew } = await this.erasures.mark(scope);
    await this.settle();
    return toReport(plan, await this.erasures.erase(plan, isNew));
  }

  /** Waits for all transactions that were writing deliveries when the marks were committed. */
  private async settle(): Promise<void> {
    const deadlineMs = this.clock.steadyMs() + SETTLE_MS;
    const before = await this.erasures.writers();
    for (let now = before; [...before].some((writer) => now.has(writer)); now = await this.erasures.writers()) {
      if (this.clock.steadyMs() > deadlineMs) throw new Error(STILL_WRITING);
      await new Promise((resolve) => setTimeout(resolve, SETTLE_PAUSE_MS));
    }
  }
}

function toReport({ courier, trackingNumber, parcelId, consignments }: ErasurePlan, rows: ErasedRows): ErasedParcelReport {
  return { courier, trackingNumber, parcelId, accounts: [...new Set(consignments.map(({ account }) => account))], rows };
}

const STILL_WRITING =
  'A transaction has been writing deliveries for more than a minute and may not know about the erasure: end it (pg_stat_activity), then run the command again.';

const UNKNOWN = {
  parcel:
    'Nothing is known about this parcel: nothing was done. To leave out its future messages, for instance after a restore, add --ahead.',
  order: 'The account has no parcel of this order: nothing was done.',
};

const iso = (ms: number): string => new Date(ms).toISOString();
