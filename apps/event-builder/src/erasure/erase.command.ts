// Erases the personal data of parcels on request (docs/personal-data.md).
import { accountNumber, defineCommand, flag, optional } from '#libs/command-line';
import { type Env, readConfig, systemClock } from '#libs/config';
import { databaseSettings, withDatabase } from '#libs/persistence';
import { type ErasureRequest, toErasureRequest } from './erase-args.js';
import { Erasure, type ErasureReport } from './erasure.js';
import { ErasuresRepository } from './erasures.repository.js';

export const COMMAND = defineCommand({
  name: 'erase',
  summary: 'erases the personal data of a parcel or an order; ids remain',
  more: 'later messages about it are left out; --dry-run only lists what would go (docs/personal-data.md)',
  usage:
    '(--courier <name> --tracking <number> [--user <number>] [--ahead] | --user <number> --order <number> [--client <text>]) [--dry-run]',
  options: {
    courier: optional('--courier <name>', 'the carrier of the parcel'),
    tracking: optional('--tracking <number>', 'the tracking number of the parcel'),
    user: optional('--user <number>', 'only the data of this account', { read: accountNumber }),
    order: optional('--order <number>', 'every parcel of this order'),
    client: optional('--client <text>', 'the client of the order'),
    ahead: flag('--ahead', 'accept a parcel that is not known yet'),
    dryRun: flag('--dry-run', 'only list what would go'),
  },
  reads: ['DATABASE_URL'],
  run: async (values, { env }) => ({ json: await erase(toErasureRequest(values), env) }),
});

async function erase(request: ErasureRequest, env: Env): Promise<ErasureReport> {
  // By order number it reads all events of an account, which may take longer than the usual statement time-out.
  const config = { ...readConfig(databaseSettings, env), databaseStatementTimeoutMs: 0 };
  return withDatabase(config, 'erase', (dataSource) => new Erasure(new ErasuresRepository(dataSource), systemClock).run(request));
}
