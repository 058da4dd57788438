// tables notification_target, notification_mail, mail_confirmation and mail_block: whom operational events reach by mail
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { NotificationTargetEntity } from '#libs/persistence';
import { type EntityManager, Repository } from 'typeorm';
import { refuseBeyond } from '../accounts/account-limit.repository.js';
import type { AuditAction, AuditActor } from '../audit/audit-entry.js';
import { appendAudit } from '../audit/audit-log.repository.js';
import { BY_READER } from '../mail/mails.repository.js';
import { countMail, DROP_PENDING, DROP_WAITING, isFull } from '../mail/mails.statements.repository.js';
import { auditOf, toAudited } from './target-view.js';

export interface TargetChange {
  readonly account: number;
  readonly targetId: string;
  readonly by: AuditActor;
  readonly action: AuditAction;
}

type NewTarget = Pick<
  NotificationTargetEntity,
  'targetId' | 'accountId' | 'kind' | 'name' | 'address' | 'addressHash' | 'types' | 'receiverIds'
>;

export const MOST_TARGETS = 20;
export const MOST_UNCONFIRMED = 5;

/** A link of a mail that asks for a confirmation, and what it can still do. */
export interface FoundConfirmation {
  readonly confirmationId: string;
  readonly targetId: string;
  readonly account: number;
  readonly addressHash: Buffer;
  /** False when the link was used, is older than three days, or the target was deleted, changed or confirmed. */
  readonly canConfirm: boolean;
  /** The link was used, and its target hears of events now. */
  readonly isConfirmed: boolean;
  /** The owner of the address refuses mails. */
  readonly isBlocked: boolean;
}

/** Who has the link has the mail, also when the relay's answer was lost and the mail waits to be sent again. */
const IS_VALID = `(c.state <> 'used' AND coalesce(c.sent_at, now()) > now() - interval '3 days')`;

const CONFIRMATION = `
  SELECT c.confirmation_id AS "confirmationId", c.target_id AS "targetId", c.account_id AS account, c.address_hash AS "addressHash",
    ${IS_VALID} AND coalesce(t.state = 'unconfirmed', false) AS "canConfirm",
    c.state = 'used' AND coalesce(t.state = 'confirmed', false) AS "isConfirmed",
    EXISTS (SELECT FROM mail_block b WHERE b.address_hash = c.address_hash) AS "isBlocked"
  FROM mail_confirmation c LEFT JOIN notification_target t ON t.target_id = c.target_id AND t.address_hash = c.address_hash
  WHERE c.confirmation_id = $1`;

const CONFIRM = `
  WITH used AS (
    UPDATE mail_confirmation c SET state = 'used'
    WHERE confirmation_id = $1 AND ${IS_VALID} AND EXISTS (
      SELECT FROM notification_target t WHERE t.target_id = c.target_id AND t.address_hash = c.address_hash AND t.state = 'unconfirmed')
    RETURNING target_id, address_hash)
  UPDATE notification_target t SET state = 'confirmed', state_at = now(), updated_at = now(), refusals = 0, refused_since = NULL, last_refusal = NULL
  FROM used WHERE t.target_id = used.target_id AND t.address_hash = used.address_hash AND t.state = 'unconfirmed'
  RETURNING t.target_id AS "targetId", t.account_id AS account`;

/** A target waits for one mail at a time. */
const ASK = `
  INSERT INTO mail_confirmation (confirmation_id, target_id, account_id, address_hash)
  SELECT $1, $2, $3, $4 WHERE NOT EXISTS (
    SELECT FROM mail_confirmation WHERE target_id = $2 AND address_hash = $4 AND state IN ('waiting', 'sending'))`;

const BLOCK = `
  INSERT INTO mail_block (address_hash) VALUES ($1) ON CONFLICT (address_hash) DO UPDATE SET blocked_at = now()`;

const UNKNOWN_RECEIVERS = `
  SELECT id FROM unnest($2::uuid[]) AS id WHERE NOT EXISTS (SELECT FROM receiver WHERE receiver_id = id AND account_id = $1)`;

/** Counts a test mail like any other. $3 = window, ms. */
const TAKE_ONE = `
  UPDATE notification_target AS t SET ${countMail('$3')}
  WHERE target_id = $1 AND account_id = $2 AND NOT ${isFull('$3')}
  RETURNING target_id`;

@Injectable()
export class TargetsRepository {
  constructor(@InjectRepository(NotificationTargetEntity) private readonly targets: Repository<NotificationTargetEntity>) {}

  list(accountId: number): Promise<NotificationTargetEntity[]> {
    return this.targets.find({ where: { accountId }, order: { createdAt: 'ASC', targetId: 'ASC' } });
  }

  find(accountId: number, targetId: string): Promise<NotificationTargetEntity | null> {
    return this.targets.findOne({ where: { accountId, targetId } });
  }

  /** Returns those ids that are no receivers of the account. */
  async unknownReceivers(account: number, receiverIds: readonly string[]): Promise<string[]> {
    const rows = await this.targets.query<{ id: string }[]>(UNKNOWN_RECEIVERS, [account, receiverIds]);
    return rows.map(({ id }) => id);
  }

  /** Stores the target and the wish for a confirmation. @throws ApiError conflict when the account has too many targets */
  create(target: NewTarget, by: AuditActor): Promise<NotificationTargetEntity> {
    return this.targets.manager.transaction(async (manager) => {
      await refuseBeyond('targets', manager, { account: target.accountId, limit: MOST_TARGETS });
      await refuseBeyond('unconfirmedTargets', manager, { account: target.accountId, limit: MOST_UNCONFIRMED });
      await manager.insert(NotificationTargetEntity, target);
      const created = await manager.findOneByOrFail(NotificationTargetEntity, { targetId: target.targetId });
      await ask(manager, created);
      await appendAudit(manager, { ...subjectOf(created), by, action: 'target.created', after: toAudited(created) });
      return created;
    });
  }

  /** @returns undefined when the account has no such target */
  change(
    { account, targetId, by, action }: TargetChange,
    change: (target: NotificationTargetEntity) => void,
  ): Promise<NotificationTargetEntity | undefined> {
    return this.targets.manager.transaction(async (manager) => {
      const target = await lock(manager, account, targetId);
      if (!target) return undefined;
      const before = { ...target };
      change(target);
      const saved = await manager.save(target);
      const audit = auditOf(before, saved);
      if (audit) await appendAudit(manager, { ...subjectOf(saved), by, action, ...audit });
      return saved;
    });
  }

  /** Asks the owner of the address again. @returns the target; 'confirmed' = nothing is to be asked; undefined = there is no such target */
  askAgain({ account, targetId, by }: Omit<TargetChange, 'action'>): Promise<NotificationTargetEntity | 'confirmed' | undefined> {
    return this.targets.manager.transaction(async (manager) => {
      const target = await lock(manager, account, targetId);
      if (!target || target.state === 'confirmed') return target ? 'confirmed' : undefined;
      const before = { ...target };
      if (target.state !== 'unconfirmed') {
        await refuseBeyond('unconfirmedTargets', manager, { account, limit: MOST_UNCONFIRMED });
        Object.assign(target, { state: 'unconfirmed', stateAt: new Date() });
      }
      const saved = await manager.save(target);
      await ask(manager, saved);
      const audit = auditOf(before, saved) ?? { before: {}, after: {} };
      await appendAudit(manager, { ...subjectOf(saved), by, action: 'target.confirmation_requested', ...audit });
      return saved;
    });
  }

  /** @returns false when the account has no such target */
  delete({ account, targetId, by }: Omit<TargetChange, 'action'>): Promise<boolean> {
    return this.targets.manager.transaction(async (manager) => {
      const target = await lock(manager, account, targetId);
      if (!target) return false;
      await manager.query(DROP_PENDING, [targetId]);
      await manager.query(DROP_WAITING, [targetId]);
      await manager.delete(NotificationTargetEntity, { targetId });
      await appendAudit(manager, { ...subjectOf(target), by, action: 'target.deleted', before: toAudited(target) });
      return true;
    });
  }

  /** Counts a test for the mails of the target. @returns false when it has had its mails of the hour */
  async takeTest({ account, targetId, by }: Omit<TargetChange, 'action'>, windowMs: number): Promise<boolean> {
    return this.targets.manager.transaction(async (manager) => {
      const [rows] = await manager.query<[object[], number]>(TAKE_ONE, [targetId, account, windowMs]);
      if (rows.length === 0) return false;
      await appendAudit(manager, { account, subjectId: targetId, by, action: 'target.tested' });
      return true;
    });
  }

  async findConfirmation(confirmationId: string): Promise<FoundConfirmation | undefined> {
    const [row] = await this.targets.query<FoundConfirmation[]>(CONFIRMATION, [confirmationId]);
    return row;
  }

  /** @returns false when the link confirms nothing any more */
  confirm(confirmationId: string): Promise<boolean> {
    return this.targets.manager.transaction(async (manager) => {
      const [rows] = await manager.query<[{ targetId: string; account: number }[], number]>(CONFIRM, [confirmationId]);
      const [target] = rows;
      if (!target) return false;
      const change = { before: { state: 'unconfirmed' }, after: { state: 'confirmed' } };
      await appendAudit(manager, {
        account: target.account,
        subjectId: target.targetId,
        by: BY_READER,
        action: 'target.confirmed',
        ...change,
      });
      return true;
    });
  }

  async block({ addressHash }: FoundConfirmation): Promise<void> {
    await this.targets.query(BLOCK, [addressHash]);
  }

  async unblock({ addressHash }: FoundConfirmation): Promise<void> {
    await this.targets.query('DELETE FROM mail_block WHERE address_hash = $1', [addressHash]);
  }

  async stateOf(targetId: string): Promise<NotificationTargetEntity['state'] | undefined> {
    const [row] = await this.targets.query<Pick<NotificationTargetEntity, 'state'>[]>(
      'SELECT state FROM notification_target WHERE target_id = $1',
      [targetId],
    );
    return row?.state;
  }

  /** The reader wants no more mails. @returns false when the target does not exist */
  unsubscribe(targetId: string): Promise<boolean> {
    return this.targets.manager.transaction(async (manager) => {
      const target = await manager.findOne(NotificationTargetEntity, { where: { targetId }, lock: { mode: 'pessimistic_write' } });
      if (!target) return false;
      if (target.state === 'unsubscribed') return true;
      const before = { state: target.state };
      Object.assign(target, { state: 'unsubscribed', stateAt: new Date() });
      await manager.save(target);
      await manager.query(DROP_PENDING, [targetId]);
      await appendAudit(manager, {
        ...subjectOf(target),
        by: BY_READER,
        action: 'target.unsubscribed',
        before,
        after: { state: 'unsubscribed' },
      });
      return true;
    });
  }
}

const lock = (manager: EntityManager, accountId: number, targetId: string): Promise<NotificationTargetEntity | null> =>
  manager.findOne(NotificationTargetEntity, { where: { accountId, targetId }, lock: { mode: 'pessimistic_write' } });

async function ask(manager: EntityManager, { targetId, accountId, addressHash }: NotificationTargetEntity): Promise<void> {
  await manager.query(ASK, [randomUUID(), targetId, accountId, addressHash]);
}

const subjectOf = ({ accountId, targetId }: NotificationTargetEntity): { account: number; subjectId: string } => ({
  account: accountId,
  subjectId: targetId,
});
