// tables redelivery and delivery, in which a new round begins; webhook-sender continues it
import { Injectable } from '@nestjs/common';
import { unpackJson } from '#libs/persistence';
import { DataSource, type EntityManager } from 'typeorm';
import { MissingRepository } from './missing.repository.js';
import * as sql from './redeliveries.statements.repository.js';
import { type BegunRound, MISSING, type OrderKind, type RoundRow } from './redelivery.js';

/** A request for the next order: the holder of the lease, and the account that was served last. */
export interface LeaseRequest {
  readonly kind: OrderKind;
  readonly owner: string;
  readonly durationMs: number;
  readonly servedAccount: number;
}

export interface Job {
  readonly redeliveryId: string;
  readonly account: number;
  /** null = an order for one delivery. */
  readonly status: string | null;
  readonly inHand: readonly BegunRound[];
}

/** An order and the place that its walk has reached. */
interface HeldRow {
  readonly isWanted: boolean;
  readonly receiverId: string;
  readonly account: number;
  /** As text, because a Date keeps only milliseconds of the microseconds in the columns. */
  readonly fromAt: string;
  readonly toAt: string;
  readonly walkedToId: string | null;
}

/** Carries out orders, round by round. */
@Injectable()
export class RoundsRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly missing: MissingRepository,
  ) {}

  /** Leases a running order of the next account: the order that has waited longest. */
  async lease({ kind, owner, durationMs, servedAccount }: LeaseRequest): Promise<Job | undefined> {
    const [rows] = await this.dataSource.query<[Job[], number]>(sql.LEASE, [owner, durationMs, kind === 'period', servedAccount]);
    return rows[0];
  }

  /**
   * Begins the next rounds of an order, at most `limit`, and records them in the order.
   * @returns these rounds; none = the order has ended, another instance has it, or this step found no missing event
   */
  beginNext({ redeliveryId, status }: Job, owner: string, limit: number): Promise<BegunRound[]> {
    return this.dataSource.transaction(async (manager) => {
      const [held] = await manager.query<HeldRow[]>(sql.HOLD, [redeliveryId, owner]);
      if (!held) return [];
      if (!held.isWanted) return this.end(manager, redeliveryId, 'cancelled');
      if (status === MISSING) return (await this.missing.begin(manager, redeliveryId, limit)) ?? this.end(manager, redeliveryId, 'done');
      const { receiverId, account, fromAt, toAt, walkedToId } = held;
      const parameters = [receiverId, account, status, fromAt, toAt, walkedToId, limit];
      const [rounds] = await manager.query<[BegunRound[], number]>(sql.BEGIN_MANY, parameters);
      if (rounds.length === 0) return this.end(manager, redeliveryId, 'done');
      await manager.query(sql.TAKE_IN_HAND, [redeliveryId, JSON.stringify(rounds)]);
      return rounds;
    });
  }

  /** Returns the rounds in hand whose first attempt is still to be made. */
  async rowsOf(rounds: readonly BegunRound[]): Promise<RoundRow[]> {
    const rows = await this.dataSource.query<(Omit<RoundRow, 'payload'> & { payload: Buffer | null })[]>(sql.ROUNDS, [
      JSON.stringify(rounds),
    ]);
    return rows.map((row) => ({ ...row, payload: row.payload && unpackJson(row.payload) }));
  }

  /** Counts the rounds that wait for their first attempt. */
  async countWaiting(rounds: readonly BegunRound[]): Promise<number> {
    const [found] = await this.dataSource.query<{ waiting: number }[]>(sql.WAITING_ROUNDS, [JSON.stringify(rounds)]);
    return found?.waiting ?? 0;
  }

  /**
   * Records that the rounds in hand are published. Nothing happens if another instance has got the lease: it publishes the rounds again, which is
   * harmless.
   */
  async putDown({ redeliveryId }: Job, owner: string): Promise<void> {
    await this.dataSource.query(sql.PUT_DOWN, [redeliveryId, owner]);
  }

  private async end(manager: EntityManager, redeliveryId: string, state: 'done' | 'cancelled'): Promise<BegunRound[]> {
    await manager.query(sql.END, [redeliveryId, state]);
    return [];
  }
}
