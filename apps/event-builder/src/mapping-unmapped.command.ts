// Lists the codes that nothing explains, the most frequent first.
import { readConfig } from '#libs/config';
import type { CommandContext } from '#libs/observability';
import { databaseSettings, withDatabase } from '#libs/persistence';
import { listUnmappedCodes } from './unmapped-codes.repository.js';
import { parseUnmappedArgs, UNMAPPED_USAGE, type UnmappedArgs, unmappedTable } from './unmapped-codes.js';

export const COMMAND = {
  usage: UNMAPPED_USAGE,
  parse: parseUnmappedArgs,
  run: async (args: UnmappedArgs, { env }: CommandContext) => {
    const config = readConfig(databaseSettings, env);
    const rows = await withDatabase(config, 'mapping-unmapped', (dataSource) => listUnmappedCodes(dataSource, args));
    return { output: unmappedTable(rows) };
  },
};
