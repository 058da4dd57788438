// Lists the codes that nothing explains, the most frequent first.
import { readConfig } from '#libs/config';
import { runCommandLine } from '#libs/observability';
import { databaseSettings, withDatabase } from '#libs/persistence';
import { listUnmappedCodes } from './unmapped-codes.repository.js';
import { parseUnmappedArgs, UNMAPPED_USAGE, type UnmappedArgs, unmappedTable } from './unmapped-codes.js';

const COMMAND = {
  usage: UNMAPPED_USAGE,
  parse: parseUnmappedArgs,
  run: async (args: UnmappedArgs) => {
    const config = readConfig(databaseSettings, process.env);
    const rows = await withDatabase(config, 'mapping-unmapped', (dataSource) => listUnmappedCodes(dataSource, args));
    return { output: unmappedTable(rows) };
  },
};

process.exitCode = await runCommandLine(COMMAND, process.argv.slice(2));
