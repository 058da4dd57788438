// Erases the personal data of parcels on request (docs/personal-data.md).
import { type Env, readConfig, systemClock } from '#libs/config';
import type { CommandContext } from '#libs/observability';
import { databaseSettings, withDatabase } from '#libs/persistence';
import { ERASE_USAGE, type EraseWish, parseEraseArgs } from './erasure/erase-args.js';
import { Erasure, type ErasureReport } from './erasure/erasure.js';
import { ErasuresRepository } from './erasure/erasures.repository.js';

export const COMMAND = {
  usage: ERASE_USAGE,
  parse: parseEraseArgs,
  run: async (wish: EraseWish, { env }: CommandContext) => ({ output: JSON.stringify(await erase(wish, env)) }),
};

async function erase(wish: EraseWish, env: Env): Promise<ErasureReport> {
  // By order number it reads all of an account, which may take longer than any app waits.
  const config = { ...readConfig(databaseSettings, env), databaseStatementTimeoutMs: 0 };
  return withDatabase(config, 'erase', (dataSource) => new Erasure(new ErasuresRepository(dataSource), systemClock).run(wish));
}
