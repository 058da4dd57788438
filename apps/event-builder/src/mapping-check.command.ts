// Loads the operator's folder as event-builder does and names all its faults: for the CI of whoever keeps the folder.
import type { Env } from '#libs/config';
import type { CommandContext } from '#libs/observability';
import { type CarrierFolders, loadCarrierFiles, readCarrierTexts, SHIPPED_CARRIERS } from './carriers/carrier-mappings.provider.js';
import { CHECK_USAGE, type CheckArgs, parseCheckArgs } from './carriers/check-args.js';
import { changedReadings, shippedTexts } from './carriers/compare-readings.js';
import { changesText, layersText } from './carriers/explanation-text.js';
import { foldersOf } from './carriers/folder-args.js';
import { OperatorFileFault } from './carriers/operator-file.js';
import type { CarrierFiles } from './carriers/parse-carrier-files.js';
import { digestOf, ruleSetOf } from './carriers/watch-files.js';

export const COMMAND = {
  usage: CHECK_USAGE,
  parse: parseCheckArgs,
  run: (args: CheckArgs, { env }: CommandContext) => ({ output: check(args, env) }),
};

/** @throws Error with a line for each fault */
function check(args: CheckArgs, env: Env): string {
  const folders = foldersOf(args, env);
  const { folder } = folders;
  const name = folder === '' ? SHIPPED_CARRIERS : folder;
  const files = loaded(folders, name);
  const { mappings, couriers, warehouses, clients } = files;
  const counts = `${mappings.size} mappings, ${couriers.size} couriers, ${warehouses.length} warehouses, ${clients.size} clients`;
  const lines = [`${name} can be used: ${counts}; rule set ${ruleSetOf(digestOf(readCarrierTexts(folders)))}`, ...layersText(files)];
  if (!args.isOverlay || folder === '') return lines.join('\n');
  const before = loaded({ folder, isOverlay: false }, name);
  return [...lines, ...changesText(changedReadings(before.mappings, mappings), shippedTexts(mappings))].join('\n');
}

/** @throws Error with a line for each fault */
function loaded(folders: CarrierFolders, name: string): CarrierFiles {
  try {
    return loadCarrierFiles(folders);
  } catch (error) {
    if (!(error instanceof OperatorFileFault)) throw error;
    const { faults } = error;
    throw new Error(`${faults.join('\n')}\n${name} has ${faults.length} fault${faults.length === 1 ? '' : 's'}`, { cause: error });
  }
}
