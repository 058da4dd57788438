import type { LanguageCodes } from '../texts/languages.js';
import { readSharedRules, readShipped, SHARED_TEXTS, SHARED_WORDS, type ShippedFile } from './shipped-rules.js';
import { type CourierMapping, type Layer, readAtFirstUse, type SharedRules } from './mapping-rule.js';
import { OperatorFileFault, replacesShipped } from './operator-file.js';
import { type Couriers, parseCouriers } from './parse-couriers.js';
import { parseMapping } from './parse-mapping.js';
import { type ClientDefaults, parseClients, parseWarehouses, type WarehouseZone } from './parse-retailers.js';

/** The meanings of carrier codes, and facts about couriers, warehouses and clients. */
export interface CarrierFiles {
  /** By courier code. */
  readonly mappings: ReadonlyMap<string, CourierMapping>;
  readonly couriers: Couriers;
  readonly warehouses: readonly WarehouseZone[];
  readonly clients: ReadonlyMap<string, ClientDefaults>;
}

/** The files of one layer's folder. */
export interface CarrierTexts {
  readonly layer: Layer;
  /** Texts by file name, such as `couriers.yaml` and `mappings/ups.yaml`; absent files are absent here. */
  readonly texts: ReadonlyMap<string, string>;
  /** The unreadable files, as faults. */
  readonly unreadable: readonly string[];
  /** Returns the build's output for a shipped file such as `mappings/ups.yaml`; undefined when there is none. */
  readonly compiled?: (file: string) => string | undefined;
}

export const MAPPINGS = 'mappings';
/** The files beside the mappings; each may be absent. */
export const SINGLE_FILES = ['couriers.yaml', 'warehouses.yaml', 'clients.yaml'] as const;

/**
 * @param layers one layer, or two with the upper layer first
 * @param languages the languages with texts, which clients may have as default
 * @throws OperatorFileFault naming every fault of every file with its line; a shipped mapping is read at its first use
 */
export function parseCarrierFiles(layers: readonly CarrierTexts[], languages: LanguageCodes): CarrierFiles {
  const faults: string[] = [];
  const parsed = layers.map((layer) => parseLayer(layer, languages, faults));
  if (faults.length > 0) throw new OperatorFileFault(faults);
  return parsed.reduceRight((lower, upper, index) => layOver(upper, lower, layers[index]?.texts ?? new Map()));
}

function parseLayer({ layer, texts, unreadable, compiled }: CarrierTexts, languages: LanguageCodes, faults: string[]): CarrierFiles {
  faults.push(...unreadable);
  if (texts.size === 0) faults.push(`none of ${MAPPINGS}/<courier>.yaml, ${SINGLE_FILES.join(', ')} lies there: is it the right folder?`);
  const single = <T>(file: (typeof SINGLE_FILES)[number], parse: (file: string, text: string) => T): T | undefined => {
    const text = texts.get(file);
    return text === undefined ? undefined : collect(faults, () => parse(file, text));
  };
  const read =
    layer === 'shipped' ? shippedReader(texts, compiled) : (file: string, text: string) => collect(faults, () => parseMapping(file, text));
  const mappings = new Map<string, CourierMapping>();
  for (const [file, text] of texts) {
    const courier = courierOf(file);
    const mapping = courier === undefined ? undefined : read(file, text);
    if (courier !== undefined && mapping !== undefined) mappings.set(courier, mapping);
  }
  return {
    mappings,
    couriers: single('couriers.yaml', parseCouriers) ?? new Map(),
    warehouses: single('warehouses.yaml', parseWarehouses) ?? [],
    clients: single('clients.yaml', (file, text) => parseClients(file, text, languages)) ?? new Map(),
  };
}

/** Reads shipped files at first use, because tests have checked them. An operator's files are checked before the set counts. */
function shippedReader(texts: CarrierTexts['texts'], compiled: CarrierTexts['compiled']): (file: string, yaml: string) => CourierMapping {
  const shipped = (file: string, yaml = texts.get(file) ?? ''): ShippedFile => ({ file, yaml, compiled: compiled?.(file) });
  let read: SharedRules | undefined;
  const shared = (): SharedRules => (read ??= readSharedRules(shipped(SHARED_TEXTS), shipped(SHARED_WORDS)));
  return (file, yaml) => readAtFirstUse(() => readShipped(shipped(file, yaml), shared()));
}

/** Turns `mappings/ups.yaml` into `ups`; undefined for other files. */
export const courierOf = (file: string): string | undefined => new RegExp(`^${MAPPINGS}/(.+)\\.yaml$`).exec(file)?.[1];

/**
 * Lays the upper layer over the lower one. An entry replaces the lower entry of the same courier, warehouse or client; a mapping is laid
 * over the lower mapping.
 */
function layOver(upper: CarrierFiles, lower: CarrierFiles, upperTexts: CarrierTexts['texts']): CarrierFiles {
  const keeps = (file: string): boolean => !replacesShipped(upperTexts.get(file) ?? '');
  const mappings = new Map(lower.mappings);
  for (const [courier, mapping] of upper.mappings) {
    const below = keeps(`${MAPPINGS}/${courier}.yaml`) ? lower.mappings.get(courier) : undefined;
    mappings.set(courier, below === undefined ? mapping : { ...mapping, below });
  }
  return {
    mappings,
    couriers: keeps('couriers.yaml') ? new Map([...lower.couriers, ...upper.couriers]) : upper.couriers,
    warehouses: keeps('warehouses.yaml') ? [...upper.warehouses, ...lower.warehouses] : upper.warehouses, // the first match counts
    clients: keeps('clients.yaml') ? new Map([...lower.clients, ...upper.clients]) : upper.clients,
  };
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
