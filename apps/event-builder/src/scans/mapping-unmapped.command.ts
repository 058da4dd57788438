// Lists the codes without a rule, the most frequent first.
import { defineCommand, optional, wholeNumber } from '#libs/command-line';
import { readConfig } from '#libs/config';
import { databaseSettings, withDatabase } from '#libs/persistence';
import { listUnmappedCodes } from './unmapped-codes.repository.js';
import { unmappedTable } from './unmapped-codes.js';

const DEFAULT_LIMIT = 50;

export const COMMAND = defineCommand({
  name: 'mapping:unmapped',
  summary: 'lists carrier codes without a rule, the most frequent first',
  options: {
    courier: optional('--courier <name>', 'only codes of this carrier'),
    limit: optional('--limit <number>', `the most codes and text patterns to list; default ${DEFAULT_LIMIT}`, {
      read: wholeNumber(1, 999_999),
    }),
  },
  reads: ['DATABASE_URL'],
  run: async ({ courier, limit = DEFAULT_LIMIT }, { env }) => {
    const config = readConfig(databaseSettings, env);
    const rows = await withDatabase(config, 'mapping-unmapped', (dataSource) => listUnmappedCodes(dataSource, { courier, limit }));
    return { json: rows, text: unmappedTable(rows) };
  },
});
