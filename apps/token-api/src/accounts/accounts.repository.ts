import type { DataSource } from 'typeorm';

export interface EnsuredAccount {
  readonly created: boolean;
  readonly name: string;
}

/** Creates the account unless it exists; then its name stays. @returns the account as it is now */
export async function ensureAccount(dataSource: DataSource, account: number, name = ''): Promise<EnsuredAccount> {
  const created = await dataSource.query<unknown[]>(
    'INSERT INTO account (account_id, name) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING account_id',
    [account, name],
  );
  if (created.length === 1) return { created: true, name };
  const [existing] = await dataSource.query<{ name: string }[]>('SELECT name FROM account WHERE account_id = $1', [account]);
  return { created: false, name: existing?.name ?? '' };
}

/**
 * Makes sure that a command does not create an account out of a typing error: an unknown account is created only if the operator asks for
 * it, or if it is the first one of the installation.
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
