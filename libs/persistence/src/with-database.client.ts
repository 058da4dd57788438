import type { DataSource } from 'typeorm';
import { connect, createDataSource } from './data-source.provider.js';
import type { DatabaseConfig } from './persistence.config.js';

/** Does one piece of work on the database, for a command. @param name what the database sees as its client */
export async function withDatabase<T>(config: DatabaseConfig, name: string, work: (dataSource: DataSource) => Promise<T>): Promise<T> {
  const dataSource = await connect(createDataSource(config, name));
  try {
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}
