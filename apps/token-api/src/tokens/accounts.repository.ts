import type { DataSource } from 'typeorm';

/** Creates the account unless it is there; its name stays as it is then. */
export async function ensureAccount(dataSource: DataSource, account: number): Promise<void> {
  await dataSource.query('INSERT INTO account (account_id) VALUES ($1) ON CONFLICT DO NOTHING', [account]);
}
