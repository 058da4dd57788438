import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { ReceiverEntity } from '#libs/persistence';
import { type EntityManager, Repository } from 'typeorm';
import { refuseBeyond } from '../accounts/account-limit.repository.js';
import type { AuditAction, AuditActor } from '../audit/audit-entry.js';
import { appendAudit } from '../audit/audit-log.repository.js';
import { refuseTooMany, valuesIn } from '../receiver-filters/filter.dto.js';
import { auditOf, type ReceiverRow, toReceiverView } from './receiver-view.js';

export interface ReceiverChange {
  readonly account: number;
  readonly receiverId: string;
  readonly by: AuditActor;
  readonly action: AuditAction;
  /** The most values that the filters of the account's receivers may have together. */
  readonly mostFilterValues: number;
}

export interface ReceiverLimits {
  /** The most receivers that the account may have. */
  readonly receivers: number;
  /** The most values that the filters of its receivers may have together. */
  readonly filterValues: number;
}

/** A column that is left out gets its default. */
type NewReceiver = Partial<ReceiverEntity> & Pick<ReceiverEntity, 'receiverId' | 'accountId'>;

/** A list reads these columns without their sealed values: a thousand receivers with all headers would be 100 MB. */
const UNSEALED: Readonly<Record<string, string>> = {
  auth: `auth - 'sealed'`,
  clientCertificate: `client_certificate - 'sealed' - 'chain'`,
};

/** Table receiver. Every statement names the account, so an account cannot reach another's row. */
@Injectable()
export class ReceiversRepository {
  constructor(@InjectRepository(ReceiverEntity) private readonly receivers: Repository<ReceiverEntity>) {}

  /** Returns the receivers in the order of their creation, without sealed values. */
  list(accountId: number): Promise<ReceiverRow[]> {
    const { columns } = this.receivers.metadata;
    const selected = columns.map(({ propertyName, databaseName }) => `${UNSEALED[propertyName] ?? databaseName} AS "${propertyName}"`);
    return this.receivers.query(`SELECT ${selected.join(', ')} FROM receiver WHERE account_id = $1 ORDER BY created_at, receiver_id`, [
      accountId,
    ]);
  }

  /** @param ids may contain ids and texts that name no receiver */
  namesOf(accountId: number, ids: readonly (string | null)[]): Promise<Pick<ReceiverRow, 'receiverId' | 'name'>[]> {
    return this.receivers.query(
      `SELECT receiver_id AS "receiverId", name FROM receiver
       WHERE account_id = $1 AND receiver_id = ANY(ARRAY(SELECT id::uuid FROM unnest($2::text[]) AS id WHERE id ~ '^[0-9a-f-]{36}$'))`,
      [accountId, ids],
    );
  }

  find(accountId: number, receiverId: string): Promise<ReceiverEntity | null> {
    return this.receivers.findOne({ where: { accountId, receiverId } });
  }

  /** @throws ApiError conflict when the account would exceed a limit, invalid when the receiver's filter would */
  create(receiver: NewReceiver, by: AuditActor, most: ReceiverLimits): Promise<ReceiverEntity> {
    return this.receivers.manager.transaction(async (manager) => {
      await refuseBeyond('receivers', manager, { account: receiver.accountId, limit: most.receivers });
      await refuseFilter(manager, receiver, { limit: most.filterValues, before: 0 });
      await manager.insert(ReceiverEntity, receiver);
      const created = await manager.findOneByOrFail(ReceiverEntity, { receiverId: receiver.receiverId });
      await appendAudit(manager, { ...subjectOf(created), by, action: 'receiver.created', after: toReceiverView(created) });
      return created;
    });
  }

  /**
   * Changes one receiver under a row lock, so that two concurrent changes both count. @returns undefined when the account has no such receiver
   * @throws ApiError when the filter would have too many values: invalid for the receiver, conflict for the account
   */
  change(
    { account, receiverId, by, action, mostFilterValues }: ReceiverChange,
    change: (receiver: ReceiverEntity) => void,
  ): Promise<ReceiverEntity | undefined> {
    return this.receivers.manager.transaction(async (manager) => {
      const receiver = await this.lock(manager, account, receiverId);
      if (!receiver) return undefined;
      const before = { ...receiver };
      change(receiver);
      await refuseFilter(manager, receiver, { limit: mostFilterValues, before: valuesIn(before) });
      const saved = await manager.save(receiver);
      if (saved.enabled && !before.enabled) await manager.query(FORGET_FAILURES, [receiverId, account]);
      const audit = auditOf(before, saved);
      if (audit) await appendAudit(manager, { ...subjectOf(saved), by, action, ...audit });
      return saved;
    });
  }

  /** @returns false when the account has no such receiver */
  delete({ account, receiverId, by }: Omit<ReceiverChange, 'action' | 'mostFilterValues'>): Promise<boolean> {
    return this.receivers.manager.transaction(async (manager) => {
      const receiver = await this.lock(manager, account, receiverId);
      if (!receiver) return false;
      await manager.delete(ReceiverEntity, { receiverId });
      await appendAudit(manager, { ...subjectOf(receiver), by, action: 'receiver.deleted', before: toReceiverView(receiver) });
      return true;
    });
  }

  private lock(manager: EntityManager, accountId: number, receiverId: string): Promise<ReceiverEntity | null> {
    return manager.findOne(ReceiverEntity, { where: { accountId, receiverId }, lock: { mode: 'pessimistic_write' } });
  }
}

/** Inserts a row if there is none, because the statistics may not have counted the receiver's failures yet. */
const FORGET_FAILURES = `
  INSERT INTO receiver_health (receiver_id, account_id, failures_from) VALUES ($1, $2, now())
  ON CONFLICT (receiver_id) DO UPDATE SET failed_first = '{}', failures_from = EXCLUDED.failures_from`;

/** Checks only added values: an account beyond the limit may still remove values. */
async function refuseFilter(
  manager: EntityManager,
  receiver: NewReceiver,
  { limit, before }: { readonly limit: number; readonly before: number },
): Promise<void> {
  const values = valuesIn(receiver);
  if (values <= before) return;
  refuseTooMany(values);
  await refuseBeyond('filterValues', manager, { account: receiver.accountId, limit, adding: values - before });
}

const subjectOf = ({ accountId, receiverId }: ReceiverEntity): { account: number; subjectId: string } => ({
  account: accountId,
  subjectId: receiverId,
});
