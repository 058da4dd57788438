// Loads the operator's folder as event-builder does and names all its faults: for the CI of whoever keeps the folder.
import { parseArgs } from 'node:util';
import { runCommandLine } from '#libs/observability';
import { loadCarrierFiles, SHIPPED_CARRIERS } from './carriers/carrier-mappings.provider.js';
import { OperatorFileFault } from './carriers/operator-file.js';

const COMMAND = {
  usage: 'mapping:check [DIR]',
  parse: parseFolder,
  run: (folder: string | undefined) => ({ output: check(folder ?? (process.env.CARRIERS_DIR || SHIPPED_CARRIERS)) }),
};

process.exitCode = await runCommandLine(COMMAND, process.argv.slice(2));

/** @returns undefined for the usual one */
function parseFolder(argv: readonly string[]): string | undefined {
  const { positionals } = parseArgs({ args: [...argv], allowPositionals: true });
  if (positionals.length > 1) throw new Error('name one folder, or none for the usual one');
  return positionals[0];
}

/** @throws Error with a line for each fault */
function check(folder: string): string {
  try {
    const { mappings, couriers, warehouses, clients } = loadCarrierFiles(folder);
    const counts = `${mappings.size} mappings, ${couriers.size} couriers, ${warehouses.length} warehouses, ${clients.size} clients`;
    return `${folder} can be used: ${counts}`;
  } catch (error) {
    if (!(error instanceof OperatorFileFault)) throw error;
    const { faults } = error;
    throw new Error(`${faults.join('\n')}\n${folder} has ${faults.length} fault${faults.length === 1 ? '' : 's'}`, { cause: error });
  }
}
