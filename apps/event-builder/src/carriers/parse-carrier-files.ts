import type { LanguageCodes } from '../texts/languages.js';
import type { CourierMapping } from './mapping-rule.js';
import { OperatorFileFault } from './operator-file.js';
import { type Couriers, parseCouriers } from './parse-couriers.js';
import { parseMapping } from './parse-mapping.js';
import { type ClientHabits, parseClients, parseWarehouses, type WarehouseZone } from './parse-retailers.js';

/** The operator's files: what carrier codes mean, what couriers do, what is known of warehouses and clients. */
export interface CarrierFiles {
  /** By courier code. */
  readonly mappings: ReadonlyMap<string, CourierMapping>;
  readonly couriers: Couriers;
  readonly warehouses: readonly WarehouseZone[];
  readonly clients: ReadonlyMap<string, ClientHabits>;
}

/** What lies in the operator's folder. */
export interface CarrierTexts {
  /** By `couriers.yaml`, `mappings/ups.yaml` …; an absent file is absent here. */
  readonly texts: ReadonlyMap<string, string>;
  /** What could not be read, as faults. */
  readonly unreadable: readonly string[];
}

export const MAPPINGS = 'mappings';
/** Beside the mappings; each may be absent. */
export const SINGLE_FILES = ['couriers.yaml', 'warehouses.yaml', 'clients.yaml'] as const;

/**
 * @param languages those with texts, of which clients may have a default
 * @throws OperatorFileFault naming every fault of every file with its line
 */
export function parseCarrierFiles({ texts, unreadable }: CarrierTexts, languages: LanguageCodes): CarrierFiles {
  const faults = [...unreadable];
  if (texts.size === 0) faults.push(`none of ${MAPPINGS}/<courier>.yaml, ${SINGLE_FILES.join(', ')} lies there: is it the right folder?`);
  const single = <T>(file: (typeof SINGLE_FILES)[number], parse: (file: string, text: string) => T): T | undefined => {
    const text = texts.get(file);
    return text === undefined ? undefined : collect(faults, () => parse(file, text));
  };
  const files = {
    mappings: parseMappings(texts, faults),
    couriers: single('couriers.yaml', parseCouriers) ?? new Map(),
    warehouses: single('warehouses.yaml', parseWarehouses) ?? [],
    clients: single('clients.yaml', (file, text) => parseClients(file, text, languages)) ?? new Map(),
  };
  if (faults.length > 0) throw new OperatorFileFault(faults);
  return files;
}

function parseMappings(texts: CarrierTexts['texts'], faults: string[]): Map<string, CourierMapping> {
  const mappings = new Map<string, CourierMapping>();
  for (const [file, text] of texts) {
    const courier = new RegExp(`^${MAPPINGS}/(.+)\\.yaml$`).exec(file)?.[1];
    const mapping = courier === undefined ? undefined : collect(faults, () => parseMapping(file, text));
    if (courier !== undefined && mapping !== undefined) mappings.set(courier, mapping);
  }
  return mappings;
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
