import type { ChangedReading } from './compare-readings.js';
import type { Consequence, Explanation } from './explain-scan.js';
import type { Claim, ScanReading } from './interpret-scan.js';
import { type CourierMapping, type MappingRule, rulesOf } from './mapping-rule.js';
import type { CarrierFiles } from './parse-carrier-files.js';
import { SHARED_WORDS } from './shipped-rules.js';

const ORDER =
  'code → hint → text → InternalStatus; your codes before shipped codes, your texts before shipped texts; within a step the first rule of the file';

/** Returns an explanation for the operator, one fact per line. */
export function explanationText({ winner, losers, reading, follows, hasSubCode }: Explanation): string {
  return [
    ...(winner === undefined ? UNCLAIMED : [`wins    ${claimText(winner)}`, `why     ${whyText(winner.step, hasSubCode)}`]),
    `order   ${hasSubCode ? 'code and sub code → ' : ''}${ORDER}`,
    ...wordsText(winner, reading),
    `reads   ${readingText(reading)}`,
    `event   ${consequenceText(follows)}`,
    ...losers.map((claim) => `lost    ${claimText(claim)}: ${lossText(claim, winner)}`),
  ].join('\n');
}

/** A shipped rule gives more than it states when the words of the text fill what the rule leaves open. */
function wordsText(winner: Claim | undefined, reading: ScanReading): string[] {
  const { rule } = winner ?? {};
  if (rule?.layer !== 'shipped' || readingText(reading) === [rule.status, ...outcomes(rule)].join(', ')) return [];
  return [`words   fill what the rule leaves open (${SHARED_WORDS})`];
}

const UNCLAIMED = [
  'wins    nothing: no rule matches and there is no hint',
  'why     a scan that no rule explains is InternalStatus; such scans are counted and listed by mapping:unmapped',
];

const WHY: Readonly<Record<Claim['step'], string>> = {
  'code and sub code': 'a rule for exactly this code and sub code goes before everything else',
  code: 'a rule for the code goes before hint and text, so that the operator can correct a producer',
  hint: 'no rule for the code matches; the hint goes before rules for texts, because the producer knows more than a pattern',
  text: 'no rule for the code matches and there is no hint',
};

const whyText = (step: Claim['step'], hasSubCode: boolean): string =>
  step === 'code' && hasSubCode ? `no rule for this sub code matches; ${WHY.code}` : WHY[step];

function claimText({ step, status, rule }: Claim): string {
  return rule === undefined ? `the hint → ${status}` : `${rule.source}  ${ruleText(rule)}  (${rule.layer} rule, by ${step})`;
}

/** Returns the rule as written in the file, on one line. */
export function ruleText({ when, status, ...rest }: Omit<MappingRule, 'layer'>): string {
  const pattern = when.text?.source.replace(/^\^\(\?:(.*)\)$/s, '^$1');
  const conditions = fieldsText({ code: when.code, sub_code: when.subCode, text: pattern });
  return `when {${conditions}} → ${[status, ...outcomes(rest)].join(', ')}`;
}

const outcomes = ({ inbound, exceptionCode, nextAction, returnReason, deliveryLocation }: Partial<MappingRule>): string[] => {
  const fields = { inbound, exception_code: exceptionCode, next_action: nextAction, return_reason: returnReason };
  const text = fieldsText({ ...fields, delivery_location: deliveryLocation });
  return text === '' ? [] : [text];
};

const readingText = (reading: ScanReading): string => [reading.status, ...outcomes(reading)].join(', ');

const fieldsText = (fields: Readonly<Record<string, string | boolean | undefined>>): string =>
  Object.entries(fields)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]))
    .join(', ');

function consequenceText({ event, mayDispatch, isShown }: Consequence): string {
  const events = [...(mayDispatch ? ['onDispatch, if the parcel has had none'] : []), ...(event === undefined ? [] : [event])];
  const shown = isShown ? 'becomes the status that is shown' : 'never becomes the status that is shown';
  return `${events.length === 0 ? 'none of its own' : events.join('; then ')} · ${shown}`;
}

function lossText(loser: Claim, winner: Claim | undefined): string {
  if (winner?.rule?.layer === 'operator' && loser.rule?.layer === 'shipped') return 'shipped rules come after yours';
  return loser.step === winner?.step ? 'comes later in the file' : `${loser.step} comes after ${winner?.step ?? ''}`;
}

/** Returns which layers count for each courier, one line per courier; nothing when there is only one layer. */
export function layersText({ mappings }: CarrierFiles): string[] {
  const layers = [...mappings].map(([courier, mapping]) => [courier, layersOf(mapping)] as const);
  if (new Set(layers.map(([, text]) => text)).size <= 1 && layers[0]?.[1] !== BOTH) return [];
  return layers.map(([courier, text]) => `layers  ${courier}: ${text}`);
}

const BOTH = 'yours over shipped';

const layersOf = (mapping: CourierMapping): string =>
  mapping.below !== undefined ? BOTH : rulesOf(mapping).some(({ layer }) => layer === 'shipped') ? 'shipped' : 'yours alone';

/**
 * Returns what an overlay changes: one line per code, then one line per courier.
 * @param texts the number of added shipped text rules, by courier
 */
export function changesText(changes: readonly ChangedReading[], texts: ReadonlyMap<string, number>): string[] {
  return [
    ...changes.map(({ courier, code, subCode, before, after }) => {
      const name = [courier, code, subCode].filter((part) => part !== '').join(' ');
      return `changes ${name}: ${orHint(before)} → ${orHint(after)}`;
    }),
    ...[...texts].flatMap(([courier, count]) => {
      const { length } = changes.filter((change) => change.courier === courier);
      return length + count === 0
        ? []
        : [`courier ${courier}: ${length} codes change, ${count} shipped text rules come after codes, hints and your texts`];
    }),
    `${changes.length} codes are read differently with CARRIERS_OVERLAY=true than with false`,
  ];
}

const orHint = (reading: ScanReading | undefined): string => (reading === undefined ? 'hint or text' : readingText(reading));
