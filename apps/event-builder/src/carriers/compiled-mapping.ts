// A shipped mapping as the build writes it beside the YAML: to read it takes a tenth of the YAML's time and memory.
import { createHash } from 'node:crypto';
import type { CourierMapping } from './mapping-rule.js';
import { type MappingEntry, parseMapping, readEntries, toMapping } from './parse-mapping.js';

interface CompiledMapping {
  /** Digest of the YAML that the entries were read from. */
  readonly of: string;
  readonly entries: readonly MappingEntry[];
}

/** @returns JSON. @throws OperatorFileFault */
export const compileMapping = (file: string, yaml: string): string =>
  JSON.stringify({ of: digestOf(yaml), entries: readEntries(file, yaml, 'shipped') } satisfies CompiledMapping);

/**
 * @param compiled of an earlier build it counts only if the YAML is still the same; absent where nothing was built
 * @throws OperatorFileFault
 */
export function readShipped(file: string, yaml: string, compiled: string | undefined): CourierMapping {
  const known = compiled === undefined ? undefined : (JSON.parse(compiled) as CompiledMapping);
  return known?.of === digestOf(yaml) ? toMapping(known.entries, 'shipped') : parseMapping(file, yaml, 'shipped');
}

const digestOf = (yaml: string): string => createHash('sha256').update(yaml).digest('hex');
