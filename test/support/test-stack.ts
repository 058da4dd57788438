import { openRunFolder, type RunFolder } from '../../scripts/stack/run-folder.js';

/** The stack that the global set-up has started. */
export interface TestStack {
  readonly kafkaBrokers: string;
  readonly databaseUrl: string;
  /** Name of the migrated database that every test file copies. */
  readonly template: string;
  readonly run: RunFolder;
}

export function testStack(): TestStack {
  const { TEST_STACK } = process.env;
  if (TEST_STACK === undefined) throw new Error('no broker and no database: run these tests as part of jest’s projects int or e2e');
  const { runFolder, ...addresses } = JSON.parse(TEST_STACK) as Omit<TestStack, 'run'> & { runFolder: string };
  return { ...addresses, run: openRunFolder(runFolder) };
}
