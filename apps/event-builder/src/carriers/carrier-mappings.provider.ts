import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { languageCodes } from '../texts/texts.provider.js';
import { SHARED_TEXTS, SHARED_WORDS } from './shipped-rules.js';
import type { Layer } from './mapping-rule.js';
import { type CarrierFiles, type CarrierTexts, MAPPINGS, parseCarrierFiles, SINGLE_FILES } from './parse-carrier-files.js';

/** The folder of the shipped files. */
export const SHIPPED_CARRIERS = fileURLToPath(new URL('./', import.meta.url));

/** The folders that carrier files come from. */
export interface CarrierFolders {
  /** The operator's folder; '' = only the shipped files. */
  readonly folder: string;
  /** True: the operator's files are laid over the shipped files; false: they replace all shipped files. */
  readonly isOverlay: boolean;
}

export const SHIPPED_ALONE: CarrierFolders = { folder: '', isOverlay: false };

/**
 * Reads and checks `mappings/*.yaml`, `couriers.yaml`, `warehouses.yaml` and `clients.yaml` of the folders; each file may be absent, but
 * not all.
 * @throws OperatorFileFault naming every fault of every file with its line
 */
export const loadCarrierFiles = (folders: CarrierFolders): CarrierFiles => parseCarrierFiles(readCarrierTexts(folders), languageCodes());

/** Returns the present files of the folders, unchecked, the upper layer first. Never throws: an unreadable file is reported as a fault. */
export function readCarrierTexts({ folder, isOverlay }: CarrierFolders): readonly CarrierTexts[] {
  const shipped = (): CarrierTexts => ({ ...readLayer('shipped', SHIPPED_CARRIERS, SHARED), compiled: readCompiled });
  if (folder === '') return [shipped()];
  return isOverlay ? [readLayer('operator', folder), shipped()] : [readLayer('operator', folder)];
}

const SHARED = [SHARED_TEXTS, SHARED_WORDS];

function readLayer(layer: Layer, folder: string, more: readonly string[] = []): CarrierTexts {
  const texts = new Map<string, string>();
  const unreadable: string[] = [];
  const attempt = (name: string, read: () => void): void => {
    try {
      read();
    } catch (error) {
      unreadable.push(`${name} cannot be read: ${(error as Error).message}`);
    }
  };
  const names: string[] = [...SINGLE_FILES, ...more].filter((name) => existsSync(join(folder, name)));
  attempt(MAPPINGS, () => names.push(...mappingNames(folder)));
  for (const name of names) attempt(name, () => texts.set(name, readFileSync(join(folder, name), 'utf8')));
  return { layer, texts, unreadable };
}

/**
 * @param file `mappings/ups.yaml`
 * @returns the path at which the build writes the compiled mapping
 */
export const compiledPath = (file: string): string => join(SHIPPED_CARRIERS, file.replace(/\.yaml$/, '.json'));

function readCompiled(file: string): string | undefined {
  const path = compiledPath(file);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** Returns the names in a fixed order, so that the same files always form the same set. */
function mappingNames(folder: string): string[] {
  const mappings = join(folder, MAPPINGS);
  if (!existsSync(mappings)) return [];
  const names = readdirSync(mappings).filter((name) => name.endsWith('.yaml') && !name.startsWith('.'));
  return names.toSorted((a, b) => (a < b ? -1 : 1)).map((name) => `${MAPPINGS}/${name}`);
}
