import type { Client } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';

/**
 * Like TypeORM's `transaction`, but START TRANSACTION goes to the database together with the first statements of the work. Most batches are
 * small, so each round trip is a large part of their wait. Statements that do not need each other's results can be sent together too.
 */
export async function batchTransaction<T>(dataSource: DataSource, work: (manager: EntityManager) => Promise<T>): Promise<T> {
  const runner = dataSource.createQueryRunner();
  try {
    const client = (await runner.connect()) as Client;
    // Sent through the client itself, which keeps the order: a statement that overtakes it would run outside the transaction.
    // The client does not wait for the answer before it sends the next statement (`pipeline`, data-source.provider).
    const begun = client.query('START TRANSACTION');
    begun.catch(() => undefined); // when it fails, the following statements fail too, or the error is thrown below
    const result = await work(runner.manager);
    await begun;
    await runner.query('COMMIT');
    return result;
  } catch (error) {
    await runner.query('ROLLBACK').catch(() => undefined); // a lost connection has rolled back already
    throw error;
  } finally {
    await runner.release();
  }
}
