// Reads shipped rules from the JSON that the build writes beside the YAML, in a tenth of the YAML's time and memory.
import { createHash } from 'node:crypto';
import type { CourierMapping, SharedRules } from './mapping-rule.js';
import { type MappingEntry, readEntries, toMapping } from './parse-mapping.js';
import { readWordEntries, toSharedWords } from './shared-words.js';

/** Files that all carriers share. Their texts are read after a carrier's own; their words add to a carrier's own rules. */
export const SHARED_TEXTS = 'shared-texts.yaml';
export const SHARED_WORDS = 'shared-words.yaml';

/** @param file `mappings/ups.yaml`, `couriers.yaml` … */
export const isCompiled = (file: string): boolean => file.startsWith('mappings/') || file === SHARED_TEXTS || file === SHARED_WORDS;

/** One shipped file: `mappings/ups.yaml` or a shared file. */
export interface ShippedFile {
  readonly file: string;
  readonly yaml: string;
  /** undefined = nothing was built. */
  readonly compiled: string | undefined;
}

interface Compiled {
  /** The digest of the YAML that the entries were read from. */
  readonly of: string;
  readonly entries: readonly unknown[];
}

/** @returns JSON. @throws OperatorFileFault */
export const compile = (file: string, yaml: string): string =>
  JSON.stringify({ of: digestOf(yaml), entries: entriesOf(file, yaml) } satisfies Compiled);

/** @throws OperatorFileFault */
export const readShipped = (file: ShippedFile, shared?: SharedRules): CourierMapping => ({
  ...toMapping(currentEntries(file) as readonly MappingEntry[], 'shipped'),
  ...(shared !== undefined && { shared }),
});

/** @throws OperatorFileFault */
export const readSharedRules = (texts: ShippedFile, words: ShippedFile): SharedRules => ({
  texts: readShipped(texts).byText,
  words: toSharedWords(currentEntries(words) as ReturnType<typeof readWordEntries>),
});

const entriesOf = (file: string, yaml: string): readonly unknown[] =>
  file === SHARED_WORDS ? readWordEntries(file, yaml) : readEntries(file, yaml, 'shipped');

/** Ignores compiled entries of another YAML: watch loops copy a newer YAML without compiling it. */
function currentEntries({ file, yaml, compiled }: ShippedFile): readonly unknown[] {
  const known = compiled === undefined ? undefined : (JSON.parse(compiled) as Compiled);
  return known?.of === digestOf(yaml) ? known.entries : entriesOf(file, yaml);
}

const digestOf = (yaml: string): string => createHash('sha256').update(yaml).digest('hex');
