// Lists the codes that nothing explains, the most frequent first.
import { type Env, readConfig } from '#libs/config';
import { connect, createDataSource, databaseSettings } from '#libs/persistence';
import { listUnmappedCodes } from './unmapped-codes.repository.js';
import { parseUnmappedArgs, UNMAPPED_USAGE, type UnmappedArgs, unmappedTable } from './unmapped-codes.js';

const FAILED = 1;
const BAD_USAGE = 2;

process.exitCode = await run(process.argv.slice(2), process.env);

async function run(argv: readonly string[], env: Env): Promise<number> {
  let args: UnmappedArgs;
  try {
    args = parseUnmappedArgs(argv);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${UNMAPPED_USAGE}\n`);
    return BAD_USAGE;
  }
  try {
    process.stdout.write(`${await list(args, env)}\n`);
    return 0;
  } catch (error) {
    process.stderr.write(`The unmapped codes could not be listed: ${(error as Error).message}\n`);
    return FAILED;
  }
}

async function list(args: UnmappedArgs, env: Env): Promise<string> {
  const dataSource = await connect(createDataSource(readConfig(databaseSettings, env), 'mapping-unmapped'));
  try {
    return unmappedTable(await listUnmappedCodes(dataSource, args));
  } finally {
    await dataSource.destroy();
  }
}
