import { DELIVERY_LOCATIONS, EXCEPTION_CODES, NEXT_ACTIONS, RETURN_REASONS, STATUS_HINTS } from '#libs/contracts';
import { type CourierMapping, type Layer, type MappingRule, toCourierMapping } from './mapping-rule.js';
import { type Entry, OperatorFileFault, readOperatorFile } from './operator-file.js';
import { canBecomeSlow, hidesPattern, toPattern } from './rule-pattern.js';

/** The status for `silent: true`: the scan is stored, causes no event and no onDispatch, and never becomes the shown status. */
const SILENT = 'Ignore';

/** One entry of a file: stands for one rule per code and sub code. */
export interface MappingEntry extends Omit<MappingRule, 'when' | 'layer'> {
  readonly codes: readonly string[];
  readonly subCodes: readonly string[];
  /** The source for `toPattern`; several patterns become one with as many branches. */
  readonly pattern?: string;
}

/**
 * Parses `mappings/<courier>.yaml` into rules. Shipped rules skip the slow checks, which take a second of CPU: tests have run them.
 * @throws OperatorFileFault for unknown words; for an operator's rules also for duplicates, unreachable rules and slow patterns
 */
export function parseMapping(file: string, text: string, layer: Layer = 'operator'): CourierMapping {
  const mapping = toMapping(readEntries(file, text, layer), layer);
  if (layer === 'operator') refuseHidden(mapping);
  return mapping;
}

/** @throws OperatorFileFault as `parseMapping`, except for unreachable rules */
export const readEntries = (file: string, text: string, layer: Layer): readonly MappingEntry[] =>
  readOperatorFile(file, text, (entry) => readEntry(entry, layer));

/** One entry may name many codes with the same meaning; it becomes one rule per code. */
export const toMapping = (entries: readonly MappingEntry[], layer: Layer): CourierMapping =>
  toCourierMapping(entries.flatMap((entry) => toRules(entry, layer)));

function toRules({ codes, subCodes, pattern, ...outcome }: MappingEntry, layer: Layer): MappingRule[] {
  const text = pattern === undefined ? undefined : toPattern(pattern);
  const whens = orNone(codes).flatMap((code) => orNone(subCodes).map((subCode) => withoutAbsent({ code, subCode, text })));
  return whens.map((when) => ({ when, ...outcome, layer }));
}

const orNone = (values: readonly string[]): readonly (string | undefined)[] => (values.length === 0 ? [undefined] : values);

function refuseHidden({ byCode, byText }: CourierMapping): void {
  const faults = [...[...byCode.values()].flatMap((bySubCode) => [...bySubCode.values()]), byText].flatMap(hiddenRules);
  if (faults.length > 0) throw new OperatorFileFault(faults);
}

/** @param rules the rules of one rank: for one code and sub code, or for texts */
const hiddenRules = (rules: readonly MappingRule[]): string[] =>
  rules.flatMap((rule, index) => {
    const rival = rules.slice(0, index).find((earlier) => hides(earlier, rule));
    return rival === undefined ? [] : [`${rule.source} can never win: ${rival.source} matches everything that it would match`];
  });

function readEntry(entry: Entry, layer: Layer): MappingEntry {
  const when = entry.nested('when');
  const codes = when.texts('code');
  const subCodes = when.texts('sub_code');
  const pattern = readPattern(entry, when.texts('text'), layer);
  when.refuseUnread();
  if (codes.length === 0 && (subCodes.length > 0 || pattern === undefined)) entry.refuse('needs when: {code} or when: {text}');
  if (codes.includes('') || subCodes.includes('')) entry.refuse('has an empty code, which no scan carries: leave it out');
  return { codes, subCodes, ...withoutAbsent({ pattern }), ...readOutcome(entry), source: entry.source };
}

function readOutcome(entry: Entry): Omit<MappingEntry, 'codes' | 'subCodes' | 'source'> {
  const fields = withoutAbsent({
    inbound: entry.boolean('inbound'),
    exceptionCode: entry.oneOf('exception_code', EXCEPTION_CODES),
    nextAction: entry.oneOf('next_action', NEXT_ACTIONS),
    returnReason: entry.oneOf('return_reason', RETURN_REASONS),
    deliveryLocation: entry.oneOf('delivery_location', DELIVERY_LOCATIONS),
    seen: entry.text('seen'),
  });
  const status = entry.oneOf('status', STATUS_HINTS);
  const isSilent = entry.boolean('silent') === true;
  if (status === undefined && !isSilent) entry.refuse('needs a status, or silent: true');
  if (isSilent && (status !== undefined || Object.keys(fields).some((field) => field !== 'seen'))) {
    entry.refuse('is silent: true, which says everything: leave the rest out');
  }
  return { status: status ?? SILENT, ...fields };
}

function readPattern(entry: Entry, texts: readonly string[], layer: Layer): string | undefined {
  const areUsable = texts.map((text) => isUsable(entry, text, layer));
  return texts.length === 0 || areUsable.includes(false) ? undefined : `^${texts.map((text) => text.replace(/^\^/, '')).join('|')}`;
}

/**
 * Refuses a text that is not a valid pattern.
 * @returns whether the pattern is valid
 */
function isUsable(entry: Entry, text: string, layer: Layer): boolean {
  // Without an anchor, a pattern such as "delivered" would also match "could not be delivered".
  if (!text.startsWith('^')) entry.refuse(`has the pattern ${text}, which must begin with ^`);
  try {
    const pattern = toPattern(text);
    if (layer === 'operator' && canBecomeSlow(pattern)) entry.refuse(`has the pattern ${text}, ${SLOW}`);
    return true;
  } catch (error) {
    entry.refuse(`has the pattern ${text}, which is not a regular expression: ${(error as Error).message}`);
    return false;
  }
}

const SLOW =
  'which can become slow on a long text: no two of its repetitions may match the same characters (write [^,]*, instead of .*,); for two words anywhere write ^(?=.*one)(?=.*two)';

/** Returns true when the earlier rule matches everything that the later rule of the same rank matches. */
function hides({ when: earlier }: MappingRule, { when: later }: MappingRule): boolean {
  if (earlier.text === undefined) return true;
  return later.text !== undefined && hidesPattern(earlier.text, later.text);
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

const withoutAbsent = <T extends object>(values: T): Present<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Present<T>;
