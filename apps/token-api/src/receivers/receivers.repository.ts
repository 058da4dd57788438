import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { ReceiverEntity, ReceiverHealthEntity } from '#libs/persistence';
import { type EntityManager, Repository } from 'typeorm';
import { refuseBeyond } from '../tokens/account-limit.repository.js';
import type { AuditAction, AuditActor } from '../audit/audit-entry.js';
import { appendAudit } from '../audit/audit-log.repository.js';
import { auditOf, type ReceiverRow, toReceiverView } from './receiver-view.js';

export interface ReceiverChange {
  readonly account: number;
  readonly receiverId: string;
  readonly by: AuditActor;
  readonly action: AuditAction;
  /** Most clients that the receivers of the account may name together. */
  readonly mostClients: number;
}

export interface ReceiverLimits {
  /** Most that the account may have. */
  readonly receivers: number;
  /** Most that they may name together. */
  readonly clients: number;
}

type NewReceiver = Omit<ReceiverEntity, 'createdAt' | 'updatedAt'>;

const LIST = `
  SELECT receiver_id AS "receiverId", url, name, description, metadata, enabled, events, clients, format, query_parameters AS "queryParameters", auth - 'sealed' AS auth,
    signing_enabled AS "signingEnabled", signing_secrets AS "signingSecrets", eta_unknown_form AS "etaUnknownForm", timeout_ms AS "timeoutMs",
    max_per_second AS "maxPerSecond", max_in_flight AS "maxInFlight", on_gone AS "onGone",
    disable_after_failing_for AS "disableAfterFailingFor", client_certificate - 'sealed' - 'chain' AS "clientCertificate", disabled_at AS "disabledAt", disabled_reason AS "disabledReason",
    created_at AS "createdAt", updated_at AS "updatedAt"
  FROM receiver WHERE account_id = $1 ORDER BY created_at, receiver_id`;

/** Table receiver. Every statement names the account, so an account cannot reach another's row. */
@Injectable()
export class ReceiversRepository {
  constructor(@InjectRepository(ReceiverEntity) private readonly receivers: Repository<ReceiverEntity>) {}

  /** Without what is sealed: no list shows it, and of a thousand receivers with all headers it would be 100 MB. */
  list(accountId: number): Promise<ReceiverRow[]> {
    return this.receivers.query(LIST, [accountId]);
  }

  find(accountId: number, receiverId: string): Promise<ReceiverEntity | null> {
    return this.receivers.findOne({ where: { accountId, receiverId } });
  }

  /** @throws ApiError conflict when its account would have more than it may */
  create(receiver: NewReceiver, by: AuditActor, most: ReceiverLimits): Promise<ReceiverEntity> {
    return this.receivers.manager.transaction(async (manager) => {
      await refuseBeyond('receivers', manager, { account: receiver.accountId, limit: most.receivers });
      await refuseClients(manager, receiver, { limit: most.clients, before: [] });
      const entity = manager.create(ReceiverEntity, receiver);
      await manager.insert(ReceiverEntity, entity);
      await appendAudit(manager, { ...subjectOf(entity), by, action: 'receiver.created', after: toReceiverView(entity) });
      return entity;
    });
  }

  /**
   * Changes one receiver under a row lock, so that two changes at once both count. @returns undefined when the account has none such
   * @throws ApiError conflict when its receivers would name more clients than they may
   */
  change(
    { account, receiverId, by, action, mostClients }: ReceiverChange,
    change: (receiver: ReceiverEntity) => void,
  ): Promise<ReceiverEntity | undefined> {
    return this.receivers.manager.transaction(async (manager) => {
      const receiver = await this.lock(manager, account, receiverId);
      if (!receiver) return undefined;
      const before = { ...receiver };
      change(receiver);
      await refuseClients(manager, receiver, { limit: mostClients, before: before.clients });
      const saved = await manager.save(receiver);
      if (saved.enabled && !before.enabled) await manager.update(ReceiverHealthEntity, { receiverId }, { failedFirst: [] }); // its earlier failures no longer count
      const audit = auditOf(before, saved);
      if (audit) await appendAudit(manager, { ...subjectOf(saved), by, action, ...audit });
      return saved;
    });
  }

  /** @returns false when the account has none such */
  delete({ account, receiverId, by }: Omit<ReceiverChange, 'action' | 'mostClients'>): Promise<boolean> {
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

/** Of what is added: an account that has too many may still name fewer. */
async function refuseClients(
  manager: EntityManager,
  { accountId: account, clients }: Pick<ReceiverEntity, 'accountId' | 'clients'>,
  { limit, before }: { readonly limit: number; readonly before: readonly string[] },
): Promise<void> {
  const adding = clients.length - before.length;
  if (adding > 0) await refuseBeyond('clients', manager, { account, limit, adding });
}

const subjectOf = ({ accountId, receiverId }: ReceiverEntity): { account: number; subjectId: string } => ({
  account: accountId,
  subjectId: receiverId,
});
