import type { Client } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';

/**
 * As TypeORM's `transaction`, but its beginning goes to the database together with the first statements of the work: where most batches hold a
 * few messages, each trip is a good part of what they wait for. Statements of the work that need nothing of each other's answers can go together too.
 */
export async function batchTransaction<T>(dataSource: DataSource, work: (manager: EntityManager) => Promise<T>): Promise<T> {
  const runner = dataSource.createQueryRunner();
  try {
    const client = (await runner.connect()) as Client;
    // Straight to the client, which keeps the order: a statement before it would be outside of the transaction.
    // It waits for no answer before it sends what comes next (`pipeline`, data-source.provider).
    const begun = client.query('START TRANSACTION');
    begun.catch(() => undefined); // the statements behind it fail too, or it is told below
    const result = await work(runner.manager);
    await begun;
    await runner.query('COMMIT');
    return result;
  } catch (error) {
    await runner.query('ROLLBACK').catch(() => undefined); // a connection that was lost has done so itself
    throw error;
  } finally {
    await runner.release();
  }
}
