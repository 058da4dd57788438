// What `helm test` runs: an installed system, called as a customer would.
import { readConfig } from '#libs/config';
import { runCommandLine } from '#libs/observability';
import { databaseSettings, withDatabase } from '#libs/persistence';
import { checkInstallation } from './installation/check-installation.service.js';
import {
  INSTALLATION_CHECK_USAGE,
  type InstallationCheckArgs,
  parseInstallationCheckArgs,
} from './installation/installation-check-args.js';

const COMMAND = {
  usage: INSTALLATION_CHECK_USAGE,
  parse: parseInstallationCheckArgs,
  run: async (args: InstallationCheckArgs) => {
    const lines = await withDatabase(readConfig(databaseSettings, process.env), 'installation-check', (database) =>
      checkInstallation(args, database),
    );
    return { output: lines.join('\n') };
  },
};

process.exitCode = await runCommandLine(COMMAND, process.argv.slice(2));
