import { type Env, readConfig } from '#libs/config';
import { connect, createDataSource, databaseSettings } from '#libs/persistence';
import type { DataSource } from 'typeorm';

/** Does one piece of work on the database at DATABASE_URL, for a command. @param name what the database sees as its client */
export async function withDatabase<T>(env: Env, name: string, work: (dataSource: DataSource) => Promise<T>): Promise<T> {
  const dataSource = await connect(createDataSource(readConfig(databaseSettings, env), name));
  try {
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}
