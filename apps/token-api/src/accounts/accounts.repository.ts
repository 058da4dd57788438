import type { DataSource } from 'typeorm';
import { type AuditActor, changedFields } from '../audit/audit-entry.js';
import { appendAudit } from '../audit/audit-log.repository.js';

export interface AccountFacts {
  readonly name: string;
  /** An IANA name; null = none. */
  readonly timeZone: string | null;
}

const FACTS = 'name, time_zone AS "timeZone"';

/** Creates the account; an existing account is not changed. @returns the account as it is now */
export async function ensureAccount(
  dataSource: DataSource,
  account: number,
  { name = '', timeZone = null }: Partial<AccountFacts>,
): Promise<AccountFacts & { readonly created: boolean }> {
  const created = await dataSource.query<unknown[]>(
    'INSERT INTO account (account_id, name, time_zone) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING account_id',
    [account, name, timeZone],
  );
  if (created.length === 1) return { created: true, name, timeZone };
  const [existing] = await dataSource.query<[AccountFacts]>(`SELECT ${FACTS} FROM account WHERE account_id = $1`, [account]);
  return { created: false, ...existing };
}

/** @returns the account as it is now; undefined = there is none */
export function changeAccount(
  dataSource: DataSource,
  account: number,
  { by, ...changes }: Partial<AccountFacts> & { readonly by: AuditActor },
): Promise<AccountFacts | undefined> {
  return dataSource.transaction(async (manager) => {
    const [before] = await manager.query<AccountFacts[]>(`SELECT ${FACTS} FROM account WHERE account_id = $1 FOR NO KEY UPDATE`, [account]);
    if (!before) return undefined;
    const after = { ...before, ...changes };
    await manager.query('UPDATE account SET name = $2, time_zone = $3 WHERE account_id = $1', [account, after.name, after.timeZone]);
    const changed = changedFields(before, after);
    if (Object.keys(changed.after).length > 0)
      await appendAudit(manager, { account, by, action: 'account.changed', subjectId: String(account), ...changed });
    return after;
  });
}

/**
 * Checks that the account exists, so that a typing error in a command creates no account. An unknown account is created only if the
 * operator asks for it, or if the installation has no account yet.
 * @throws Error that says what to do
 */
export async function requireAccount(dataSource: DataSource, account: number, mayCreate: boolean): Promise<void> {
  await dataSource.query(
    `INSERT INTO account (account_id) SELECT $1::bigint WHERE $2::boolean OR NOT EXISTS (SELECT 1 FROM account) ON CONFLICT DO NOTHING`,
    [account, mayCreate],
  );
  const found = await dataSource.query<unknown[]>('SELECT 1 FROM account WHERE account_id = $1', [account]);
  if (found.length === 0) throw new Error(`There is no account ${account}. Check --user, or give --create-account to create it.`);
}
