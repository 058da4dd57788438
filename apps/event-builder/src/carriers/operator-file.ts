// Reads the YAML lists that operators write by hand, and reports all faults at once, each with file and line.
import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, type Scalar, visit, type YAMLMap } from 'yaml';

/** An operator's file cannot be used; one line per fault, `couriers.yaml:12 …`. */
export class OperatorFileFault extends Error {
  constructor(readonly faults: readonly string[]) {
    super(faults.join('\n'));
    this.name = 'OperatorFileFault';
  }
}

/**
 * Reads one file and throws its faults together. A file is a list of entries, or `{replaces: true, rules: [entries]}` to replace the
 * shipped file completely.
 * @param file the name that faults show
 */
export function readOperatorFile<T>(file: string, text: string, read: (entry: Entry) => T): T[] {
  if (nestsDeeply(text)) throw new OperatorFileFault([`${file}:1 is nested deeper than ${MOST_NESTED} levels`]);
  const faults: string[] = [];
  const lines = new LineCounter();
  // prettyErrors would quote the file once per error: a file full of errors would take minutes.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const where = (offset: number | undefined): string => `${file}:${offset === undefined ? 1 : lines.linePos(offset).line}`;
  for (const error of document.errors) faults.push(`${where(error.pos[0])} is not YAML: ${error.message.split('\n')[0]}`);
  if (faults.length > 0) throw new OperatorFileFault(faults);
  if (document.contents === null) return [];
  const targets = targetsOf(document);
  const resolved = (node: unknown): unknown => (isAlias(node) ? targets.get(node) : node);
  const list = isMap(document.contents) ? listOf(new Entry(document.contents, { where, faults, resolved, at: 0 })) : document.contents;
  if (!isSeq(list)) throw new OperatorFileFault([`${file}:1 must be a list of entries, each beginning with "- "`, ...faults]);
  const values = list.items.map((item) => {
    const entry = new Entry(isMap(item) ? item : undefined, {
      where,
      faults,
      resolved,
      at: (item as { range?: number[] } | null)?.range?.[0],
    });
    const value = read(entry);
    entry.refuseUnread();
    return value;
  });
  if (faults.length > 0) throw new OperatorFileFault(faults);
  return values;
}

/** Resolves each `*name` to the last `&name` before it. One walk for all: `Alias.resolve` walks through the whole file for each alias. */
function targetsOf(document: Document): ReadonlyMap<unknown, unknown> {
  const anchors = new Map<string, unknown>();
  const targets = new Map<unknown, unknown>();
  visit(document, {
    Alias: (_, alias) => void targets.set(alias, anchors.get(alias.source)),
    Value: (_, node) => {
      if (node.anchor) anchors.set(node.anchor, node);
    },
  });
  return targets;
}

/** Returns the entries of `{replaces: true, rules: [entries]}`. */
function listOf(whole: Entry): unknown {
  whole.boolean('replaces');
  const list = whole.list('rules');
  whole.refuseUnread();
  return list;
}

/**
 * @param text the text of a readable file
 * @returns true when nothing of the shipped file of that name counts
 */
export const replacesShipped = (text: string): boolean => {
  const { contents } = parseDocument(text);
  return isMap(contents) && (contents.get('replaces') as unknown) === true;
};

const MOST_NESTED = 100;

/**
 * The YAML reader's time grows with the square of the depth: 5,000 brackets stop everything for seconds. Brackets inside texts may count as
 * depth too.
 */
function nestsDeeply(text: string): boolean {
  let depth = 0;
  for (const [mark] of text.matchAll(/[[\]{}]|[-?:][ \t]{1,8}[-?:][ \t]/g)) {
    depth += mark === ']' || mark === '}' ? -1 : 1;
    if (depth > MOST_NESTED) return true;
  }
  return false;
}

interface EntryContext {
  readonly where: (offset: number | undefined) => string;
  readonly faults: string[];
  readonly resolved: (node: unknown) => unknown;
  readonly at: number | undefined;
}

/** One mapping of a list. Unknown keys are refused, so that a misspelt key does not silently have no effect. */
export class Entry {
  private readonly read = new Set<string>();

  constructor(
    private readonly map: YAMLMap | undefined,
    private readonly context: EntryContext,
  ) {
    if (map === undefined) this.refuse('must be a mapping such as {key: value}');
  }

  /** `couriers.yaml:12` */
  get source(): string {
    return this.context.where(this.context.at);
  }

  refuse(fault: string): void {
    this.context.faults.push(`${this.source} ${fault}`);
  }

  /** Returns a scalar as written: `code: 0100` stays "0100". */
  text(key: string): string | undefined {
    const node = this.scalar(key);
    return node === undefined || node.value === null ? undefined : scalarText(node);
  }

  /** Returns a scalar or a list of scalars, each as written; an absent key reads as an empty list. */
  texts(key: string): readonly string[] {
    const node = this.node(key);
    if (!isSeq(node)) return [this.text(key)].filter((text) => text !== undefined);
    if (!node.items.every((item) => isScalar(item) && item.value !== null))
      this.refuse(`has "${key}", which must be a list of single values`);
    return node.items.flatMap((item) => (isScalar(item) ? [scalarText(item)] : []));
  }

  requiredText(key: string): string {
    const text = this.text(key);
    if (text === undefined) this.refuse(`lacks "${key}"`);
    return text ?? '';
  }

  oneOf<T extends string>(key: string, words: readonly T[]): T | undefined {
    const text = this.text(key);
    if (text === undefined || (words as readonly string[]).includes(text)) return text as T | undefined;
    this.refuse(`has ${key}: ${text}, which is none of ${words.join(', ')}`);
    return undefined;
  }

  boolean(key: string): boolean | undefined {
    const value = this.scalar(key)?.value;
    if (value === undefined || value === null || typeof value === 'boolean') return value ?? undefined;
    this.refuse(`has ${key}: ${JSON.stringify(value)}, which is neither true nor false`);
    return undefined;
  }

  /** Returns a list inside this mapping, as it is in the document. */
  list(key: string): unknown {
    return this.node(key);
  }

  /** Returns a mapping inside this one; an absent mapping reads as empty. */
  nested(key: string): Entry {
    const node = this.node(key);
    const entry = new Entry(isMap(node) ? node : this.map && EMPTY, this.context);
    if (node !== undefined && !isMap(node)) this.refuse(`has "${key}", which must be a mapping such as {key: value}`);
    return entry;
  }

  refuseUnread(): void {
    for (const { key } of this.map?.items ?? []) {
      const name = isScalar(key) ? String(key.value) : String(key);
      if (!this.read.has(name)) this.refuse(`has "${name}", which nothing reads`);
    }
  }

  private node(key: string): unknown {
    this.read.add(key);
    const node = this.map?.get(key, true);
    const resolved = this.context.resolved(node);
    if (node !== undefined && resolved === undefined) this.refuse(`has "${key}", which uses an undefined name`);
    return resolved;
  }

  private scalar(key: string): Scalar | undefined {
    const node = this.node(key);
    if (node === undefined || isScalar(node)) return node;
    this.refuse(`has "${key}", which must be a single value`);
    return undefined;
  }
}

const scalarText = ({ value, source }: Scalar): string => (typeof value === 'string' ? value : (source ?? JSON.stringify(value)));

const EMPTY = parseDocument('{}').contents as unknown as YAMLMap;
