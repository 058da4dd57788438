import { readConfig } from '#libs/config';
import { connect, createDataSource } from './data-source.provider.js';
import { migrate } from './migrations.service.js';
import { databaseSettings } from './persistence.config.js';

try {
  const config = readConfig(databaseSettings, process.env);
  const dataSource = await connect(createDataSource({ ...config, databaseStatementTimeoutMs: 0 }, 'migrate'));
  const names = await migrate(dataSource, Date.now());
  console.log(names.length === 0 ? 'The schema is up to date.' : `Migrated: ${names.join(', ')}`);
  await dataSource.destroy();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
