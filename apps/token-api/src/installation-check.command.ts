// What `helm test` runs: an installed system, called as a customer would.
import { readConfig } from '#libs/config';
import type { CommandContext } from '#libs/observability';
import { databaseSettings, withDatabase } from '#libs/persistence';
import { checkInstallation } from './installation/check-installation.client.js';
import {
  INSTALLATION_CHECK_USAGE,
  type InstallationCheckArgs,
  parseInstallationCheckArgs,
} from './installation/installation-check-args.js';

export const COMMAND = {
  usage: INSTALLATION_CHECK_USAGE,
  parse: parseInstallationCheckArgs,
  run: async (args: InstallationCheckArgs, { env }: CommandContext) => {
    const lines = await withDatabase(readConfig(databaseSettings, env), 'installation-check', (database) =>
      checkInstallation(args, database),
    );
    return { output: lines.join('\n') };
  },
};
