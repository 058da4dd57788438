// The operator's files: what carrier codes mean, what couriers do, what is known of warehouses and clients.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CourierMapping } from './mapping-rule.js';
import { OperatorFileFault } from './operator-file.js';
import { type Couriers, parseCouriers } from './parse-couriers.js';
import { parseMapping } from './parse-mapping.js';
import { type ClientHabits, parseClients, parseWarehouses, type WarehouseZone } from './parse-retailers.js';

export interface CarrierFiles {
  /** By courier code. */
  readonly mappings: ReadonlyMap<string, CourierMapping>;
  readonly couriers: Couriers;
  readonly warehouses: readonly WarehouseZone[];
  readonly clients: ReadonlyMap<string, ClientHabits>;
}

/** The folder that comes with the service. */
export const SHIPPED_CARRIERS = fileURLToPath(new URL('./', import.meta.url));

/**
 * Reads `mappings/*.yaml`, `couriers.yaml`, `warehouses.yaml` and `clients.yaml` of a folder; the last two may be absent.
 * @throws OperatorFileFault naming every fault of every file with its line
 */
export function loadCarrierFiles(folder: string): CarrierFiles {
  const faults: string[] = [];
  const files = {
    mappings: loadMappings(join(folder, 'mappings'), faults),
    couriers: collect(faults, () => readWith(join(folder, 'couriers.yaml'), parseCouriers)) ?? new Map(),
    warehouses: collect(faults, () => readWith(join(folder, 'warehouses.yaml'), parseWarehouses)) ?? [],
    clients: collect(faults, () => readWith(join(folder, 'clients.yaml'), parseClients)) ?? new Map(),
  };
  if (faults.length > 0) throw new OperatorFileFault(faults);
  return files;
}

function loadMappings(folder: string, faults: string[]): Map<string, CourierMapping> {
  const mappings = new Map<string, CourierMapping>();
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.yaml')) : [];
  for (const name of names) {
    const mapping = collect(faults, () => parseMapping(`mappings/${name}`, readFileSync(join(folder, name), 'utf8')));
    if (mapping !== undefined) mappings.set(basename(name, '.yaml'), mapping);
  }
  return mappings;
}

function readWith<T>(path: string, parse: (file: string, text: string) => T): T | undefined {
  return existsSync(path) ? parse(basename(path), readFileSync(path, 'utf8')) : undefined;
}

function collect<T>(faults: string[], read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof OperatorFileFault)) throw error;
    faults.push(...error.faults);
    return undefined;
  }
}
