// Loads the operator's folder as event-builder does and names all its faults: for the CI of that folder's repository.
import { type CommandOutcome, defineCommand, flag, optional } from '#libs/command-line';
import type { Env } from '#libs/config';
import { type CarrierFolders, loadCarrierFiles, readCarrierTexts, SHIPPED_CARRIERS } from './carrier-mappings.provider.js';
import { changedReadings, shippedTexts } from './compare-readings.js';
import { changesText, layersText } from './explanation-text.js';
import { type FolderArgs, foldersOf } from './folder-args.js';
import { OperatorFileFault } from './operator-file.js';
import type { CarrierFiles } from './parse-carrier-files.js';
import { digestOf, ruleSetOf } from './watch-files.js';

export const COMMAND = defineCommand({
  name: 'mapping:check',
  summary: 'names all faults of a folder of mappings',
  more: 'exits with 1 if there are any; `--overlay` lists what the folder reads differently over the shipped mappings than alone',
  args: { dir: optional('[dir]', 'the folder; default CARRIERS_DIR, else the shipped mappings') },
  options: {
    overlay: flag(
      '--overlay',
      'lays the folder over the shipped mappings and lists what it reads differently alone (CARRIERS_OVERLAY=false)',
    ),
  },
  reads: ['[CARRIERS_DIR]', '[CARRIERS_OVERLAY]'],
  run: ({ dir, overlay }, { env }) => check({ folder: dir, isOverlay: overlay }, env),
});

/** @throws Error with one line per fault */
function check(args: FolderArgs, env: Env): CommandOutcome {
  const folders = foldersOf(args, env);
  const { folder } = folders;
  const name = folder === '' ? SHIPPED_CARRIERS : folder;
  const files = loaded(folders, name);
  const { mappings, couriers, warehouses, clients } = files;
  const counts = { mappings: mappings.size, couriers: couriers.size, warehouses: warehouses.length, clients: clients.size };
  const ruleSet = ruleSetOf(digestOf(readCarrierTexts(folders)));
  const counted = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
  const lines = [`${name} can be used: ${counted.join(', ')}; rule set ${ruleSet}`, ...layersText(files)];
  const json = { folder: name, ...counts, ruleSet };
  if (!args.isOverlay || folder === '') return { json, text: lines };
  const before = loaded({ folder, isOverlay: false }, name);
  const changed = changedReadings(before.mappings, mappings);
  return { json: { ...json, changed }, text: [...lines, ...changesText(changed, shippedTexts(mappings))] };
}

/** @throws Error with one line per fault */
function loaded(folders: CarrierFolders, name: string): CarrierFiles {
  try {
    return loadCarrierFiles(folders);
  } catch (error) {
    if (!(error instanceof OperatorFileFault)) throw error;
    const { faults } = error;
    throw new Error(`${faults.join('\n')}\n${name} has ${faults.length} fault${faults.length === 1 ? '' : 's'}`, { cause: error });
  }
}
