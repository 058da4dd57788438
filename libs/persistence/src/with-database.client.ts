import type { DataSource } from 'typeorm';
import { connect, createDataSource } from './data-source.provider.js';
import type { DatabaseConfig } from './persistence.config.js';

/** Runs the work of a command with a database connection. @param name the client name that the database shows */
export async function withDatabase<T>(config: DatabaseConfig, name: string, work: (dataSource: DataSource) => Promise<T>): Promise<T> {
  const dataSource = await connect(createDataSource(config, name));
  try {
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}
