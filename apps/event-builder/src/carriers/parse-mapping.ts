import { DELIVERY_LOCATIONS, EXCEPTION_CODES, NEXT_ACTIONS, RETURN_REASONS, STATUS_HINTS } from '#libs/contracts';
import { type CourierMapping, type MappingRule, toCourierMapping } from './mapping-rule.js';
import { type Entry, OperatorFileFault, readOperatorFile } from './operator-file.js';

/** `mappings/<courier>.yaml` → its rules. @throws OperatorFileFault: unknown words, duplicates, rules that no scan can reach */
export function parseMapping(file: string, text: string): CourierMapping {
  const rules = readOperatorFile(file, text, readRule);
  const faults = rules.flatMap((rule, index) => {
    const rival = rules.slice(0, index).find((earlier) => hides(earlier, rule));
    return rival === undefined ? [] : [`${rule.source} can never win: ${rival.source} takes everything that it would take`];
  });
  if (faults.length > 0) throw new OperatorFileFault(faults);
  return toCourierMapping(rules);
}

function readRule(entry: Entry): MappingRule {
  const when = entry.nested('when');
  const code = when.text('code');
  const subCode = when.text('sub_code');
  const text = toPattern(entry, when.text('text'));
  when.refuseUnread();
  if (code === undefined && (subCode !== undefined || text === undefined)) entry.refuse('needs when: {code} or when: {text}');
  const status = entry.oneOf('status', STATUS_HINTS);
  if (status === undefined) entry.refuse('needs a status');
  return {
    when: withoutAbsent({ code, subCode, text }),
    status: status ?? 'None',
    source: entry.source,
    ...withoutAbsent({
      inbound: entry.boolean('inbound'),
      exceptionCode: entry.oneOf('exception_code', EXCEPTION_CODES),
      nextAction: entry.oneOf('next_action', NEXT_ACTIONS),
      returnReason: entry.oneOf('return_reason', RETURN_REASONS),
      deliveryLocation: entry.oneOf('delivery_location', DELIVERY_LOCATIONS),
    }),
  };
}

function toPattern(entry: Entry, text: string | undefined): RegExp | undefined {
  if (text === undefined) return undefined;
  // Not anchored, a pattern such as "delivered" would also take "could not be delivered".
  if (!text.startsWith('^')) entry.refuse(`has the pattern ${text}, which must begin with ^`);
  try {
    return new RegExp(`^(?:${text.slice(1)})`, 'u'); // in brackets, or `^a|b` would leave b unanchored
  } catch (error) {
    entry.refuse(`has the pattern ${text}, which is no regular expression: ${(error as Error).message}`);
    return undefined;
  }
}

/** True when the earlier rule matches whatever the later one matches, at the same rank. */
function hides({ when: earlier }: MappingRule, { when: later }: MappingRule): boolean {
  const isSameRank = earlier.code === later.code && earlier.subCode === later.subCode;
  return isSameRank && (earlier.text === undefined || earlier.text.source === later.text?.source);
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

const withoutAbsent = <T extends object>(values: T): Present<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Present<T>;
