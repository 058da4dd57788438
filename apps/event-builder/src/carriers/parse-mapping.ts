import { DELIVERY_LOCATIONS, EXCEPTION_CODES, NEXT_ACTIONS, RETURN_REASONS, STATUS_HINTS } from '#libs/contracts';
import { type CourierMapping, type Layer, type MappingRule, toCourierMapping } from './mapping-rule.js';
import { type Entry, OperatorFileFault, readOperatorFile } from './operator-file.js';
import { canBecomeSlow, hidesPattern, toPattern } from './rule-pattern.js';

/** What `silent: true` stands for: the scan is stored, causes no event and no onDispatch, and never becomes the status that is shown. */
const SILENT = 'Ignore';

/**
 * `mappings/<courier>.yaml` → its rules. Of shipped rules, the tests have compared the rules and measured the patterns: that takes a second of CPU.
 * @throws OperatorFileFault: unknown words; of operator's rules also duplicates, rules that no scan can reach, and slow patterns
 */
export function parseMapping(file: string, text: string, layer: Layer = 'operator'): CourierMapping {
  const rules = readOperatorFile(file, text, (entry) => readRules(entry, layer)).flat();
  const mapping = toCourierMapping(rules);
  if (layer === 'operator') refuseHidden(mapping);
  return mapping;
}

function refuseHidden({ byCode, byText }: CourierMapping): void {
  const faults = [...[...byCode.values()].flatMap((bySubCode) => [...bySubCode.values()]), byText].flatMap(hiddenRules);
  if (faults.length > 0) throw new OperatorFileFault(faults);
}

/** @param rules of one rank: for one code and sub code, or for texts */
const hiddenRules = (rules: readonly MappingRule[]): string[] =>
  rules.flatMap((rule, index) => {
    const rival = rules.slice(0, index).find((earlier) => hides(earlier, rule));
    return rival === undefined ? [] : [`${rule.source} can never win: ${rival.source} takes everything that it would take`];
  });

/** One entry may name many codes that mean the same; it becomes a rule for each of them. */
function readRules(entry: Entry, layer: Layer): MappingRule[] {
  const when = entry.nested('when');
  const codes = when.texts('code');
  const subCodes = when.texts('sub_code');
  const text = readPattern(entry, when.texts('text'), layer);
  when.refuseUnread();
  if (codes.length === 0 && (subCodes.length > 0 || text === undefined)) entry.refuse('needs when: {code} or when: {text}');
  if (codes.includes('') || subCodes.includes('')) entry.refuse('has an empty code, which no scan carries: leave it out');
  const common = { ...readOutcome(entry), source: entry.source, layer };
  const whens = orNone(codes).flatMap((code) => orNone(subCodes).map((subCode) => withoutAbsent({ code, subCode, text })));
  return whens.map((each) => ({ when: each, ...common }));
}

const orNone = (values: readonly string[]): readonly (string | undefined)[] => (values.length === 0 ? [undefined] : values);

function readOutcome(entry: Entry): Omit<MappingRule, 'when' | 'source' | 'layer'> {
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

/** Several patterns are one with as many branches. */
function readPattern(entry: Entry, texts: readonly string[], layer: Layer): RegExp | undefined {
  if (texts.length === 0) return undefined;
  const patterns = texts.map((each) => readOne(entry, each, layer));
  if (patterns.length === 1) return patterns[0];
  return patterns.includes(undefined) ? undefined : toPattern(`^${texts.map((each) => each.replace(/^\^/, '')).join('|')}`);
}

function readOne(entry: Entry, text: string, layer: Layer): RegExp | undefined {
  // Not anchored, a pattern such as "delivered" would also take "could not be delivered".
  if (!text.startsWith('^')) entry.refuse(`has the pattern ${text}, which must begin with ^`);
  try {
    const pattern = toPattern(text);
    if (layer === 'operator' && canBecomeSlow(pattern)) entry.refuse(`has the pattern ${text}, ${SLOW}`);
    return pattern;
  } catch (error) {
    entry.refuse(`has the pattern ${text}, which is no regular expression: ${(error as Error).message}`);
    return undefined;
  }
}

const SLOW =
  'which can become slow on a long text: no two of its repetitions may take the same characters ([^,]*, instead of .*,); two words anywhere are ^(?=.*one)(?=.*two)';

/** True when the earlier rule matches whatever the later one of the same rank matches. */
function hides({ when: earlier }: MappingRule, { when: later }: MappingRule): boolean {
  if (earlier.text === undefined) return true;
  return later.text !== undefined && hidesPattern(earlier.text, later.text);
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

const withoutAbsent = <T extends object>(values: T): Present<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Present<T>;
