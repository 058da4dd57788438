import type { DataSource } from 'typeorm';

/** Creates the account unless it is there; its name stays as it is then. @returns whether it was created */
export async function ensureAccount(dataSource: DataSource, account: number, name = ''): Promise<boolean> {
  const created = await dataSource.query<unknown[]>(
    'INSERT INTO account (account_id, name) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING account_id',
    [account, name],
  );
  return created.length === 1;
}
