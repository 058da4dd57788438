// tables notification_mail, notification_target and mail_confirmation: the mails that are due, and what became of them
import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '#libs/config';
import { type OperationalEntry, type OperationalEventName, receiverNameOf } from '#libs/contracts';
import { DataSource } from 'typeorm';
import { appendAudit } from '../audit/audit-log.repository.js';
import type { MailConfig } from './mail-setup.provider.js';
import * as sql from './mails.statements.repository.js';

export interface LeasedTarget {
  readonly targetId: string;
  readonly account: number;
  readonly address: string;
  /** null = all receivers. */
  readonly receiverIds: readonly string[] | null;
}

interface Row {
  readonly eventid: string;
  readonly messageId: string;
}

/** A notification as its table has it. */
export interface DecidedRow {
  readonly eventid: string;
  readonly type: OperationalEventName;
  readonly decidedAt: Date;
  readonly entries: readonly OperationalEntry[];
  readonly subjects: readonly string[];
  readonly counts: readonly number[];
}

/** A mail that was begun: its rows name it, so that a repetition after a kill is the same mail. */
export interface BegunMail {
  readonly target: LeasedTarget;
  readonly messageId: string;
  readonly notifications: readonly DecidedRow[];
}

export interface BegunConfirmation {
  readonly confirmationId: string;
  readonly targetId: string;
  readonly account: number;
  readonly address: string;
}

export interface AccountWords {
  readonly account: number;
  readonly name: string;
  readonly timeZone: string;
}

/** The actor of what a person does by a link of a mail. */
export const BY_READER = { command: 'mail link' };
const BY_SERVICE = { command: 'token-api' };

@Injectable()
export class MailsRepository {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: MailConfig,
  ) {}

  /** Begins the next mail that is due, or repeats one that was begun. @returns undefined = none is due */
  begin(): Promise<BegunMail | undefined> {
    const { leaseMs, mailWindowMs } = this.config;
    return this.dataSource.transaction(async (manager) => {
      const [leased] = await manager.query<[(LeasedTarget & { wasFull: boolean | null })[], number]>(sql.LEASE, [leaseMs, mailWindowMs]);
      const [target] = leased;
      if (!target) return undefined;
      let rows = await manager.query<Row[]>(sql.BEGUN, [target.targetId]);
      if (rows.length === 0) {
        [rows] = await manager.query<[Row[], number]>(sql.BEGIN, [target.targetId, randomUUID(), target.wasFull === true]);
        await manager.query(sql.COUNT, [target.targetId, mailWindowMs]);
      }
      if (rows.length === 0) return undefined; // the reader has unsubscribed meanwhile
      const notifications = await manager.query<DecidedRow[]>(sql.NOTIFICATIONS, [rows.map(({ eventid }) => eventid)]);
      return { target, messageId: rows[0]!.messageId, notifications };
    });
  }

  /** The relay takes its time: the mail stays with this instance. */
  async renew(targetId: string): Promise<void> {
    await this.dataSource.query(sql.RENEW, [targetId, this.config.leaseMs]);
  }

  async renewConfirmation(confirmationId: string): Promise<void> {
    await this.dataSource.query(sql.RENEW_CONFIRMATION, [confirmationId, this.config.leaseMs]);
  }

  async sent({ target, messageId }: BegunMail): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await manager.query(sql.SENT, [target.targetId, messageId]);
      await manager.query(sql.SERVED_WELL, [target.targetId]);
    });
  }

  /**
   * A mail that the relay surely has not taken is not counted, and its event may come with others.
   * @param isUnclear the relay may have taken it
   * @returns true when the mail is not tried again
   */
  failed({ target, messageId }: BegunMail, detail: string, isUnclear: boolean): Promise<boolean> {
    const { mailRetryMs, mailTriedForMs } = this.config;
    const parameters = [target.targetId, messageId, detail, mailRetryMs, mailTriedForMs, isUnclear];
    return this.dataSource.transaction(async (manager) => {
      const [rows] = await manager.query<[{ state: string; isFree: boolean }[], number]>(sql.TRY_AGAIN, parameters);
      await manager.query(sql.SERVED, [target.targetId, rows.some(({ isFree }) => isFree)]);
      return rows.every(({ state }) => state === 'failed');
    });
  }

  /** @returns the number of events whose mail is given up */
  async expire(): Promise<number> {
    const [rows] = await this.dataSource.query<[object[], number]>(sql.EXPIRE, [this.config.mailTriedForMs]);
    return rows.length;
  }

  /** The relay refuses the address. After three times over days, the target is undeliverable. @returns true when it is */
  refused({ target, messageId }: BegunMail, detail: string): Promise<boolean> {
    const { targetId, account } = target;
    return this.dataSource.transaction(async (manager) => {
      await manager.query(sql.FAILED, [targetId, messageId, detail]);
      const parameters = [targetId, detail, this.config.mailRefusedForMs];
      const [[counted]] = await manager.query<[{ isUndeliverable: boolean }[], number]>(sql.COUNT_REFUSAL, parameters);
      if (!counted?.isUndeliverable) return false;
      await manager.query(sql.GIVE_UP_TARGET, [targetId]);
      await manager.query(sql.DROP_PENDING, [targetId]);
      const change = { before: { state: 'confirmed' }, after: { state: 'undeliverable' } };
      await appendAudit(manager, { account, by: BY_SERVICE, action: 'target.undeliverable', subjectId: targetId, ...change });
      return true;
    });
  }

  beginConfirmation(): Promise<BegunConfirmation | undefined> {
    return this.dataSource.transaction(async (manager) => {
      await manager.query(sql.LOCK_CONFIRMATIONS);
      const [rows] = await manager.query<[BegunConfirmation[], number]>(sql.BEGIN_CONFIRMATION, [this.config.leaseMs]);
      return rows[0];
    });
  }

  async confirmationSent(confirmationId: string): Promise<void> {
    await this.dataSource.query(sql.CONFIRMATION_SENT, [confirmationId]);
  }

  async confirmationRefused(confirmationId: string): Promise<void> {
    await this.dataSource.query(sql.CONFIRMATION_FAILED, [confirmationId]);
  }

  async confirmationFailed(confirmationId: string): Promise<void> {
    const { mailRetryMs, mailTriedForMs } = this.config;
    await this.dataSource.query(sql.CONFIRMATION_AGAIN, [confirmationId, mailRetryMs, mailTriedForMs]);
  }

  async accountWords(account: number): Promise<AccountWords> {
    const [row] = await this.dataSource.query<AccountWords[]>(sql.ACCOUNT, [account]);
    return row ?? { account, name: '', timeZone: 'UTC' };
  }

  /** Returns the names of receivers by their ids; deleted receivers have none. */
  async namesOf(account: number, receiverIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.dataSource.query<{ receiverId: string; name: string; url: string }[]>(sql.NAMES, [account, receiverIds]);
    return new Map(rows.map((row) => [row.receiverId, receiverNameOf(row)]));
  }

  /** Returns when the oldest event was decided whose mail is still to be sent, epoch ms. */
  async oldestMs(): Promise<number | undefined> {
    const [row] = await this.dataSource.query<{ at: Date | null }[]>(sql.OLDEST);
    return row?.at?.getTime();
  }

  async forget(): Promise<void> {
    for (const statement of sql.RETENTION) await this.dataSource.query(statement);
  }
}
