import {
  type DeliveryLocation,
  type ExceptionCode,
  type ExpectedDelivery,
  type NextAction,
  type ReadAs,
  type ReadBy,
  type ReturnReason,
  type Scan,
  type StatusHint,
  UNMAPPED,
} from '#libs/contracts';
import type { CourierMapping, MappingRule, SharedRules } from './mapping-rule.js';
import { namedDay } from './named-day.js';
import { type Outcome, withWords } from './shared-words.js';

/** The meaning of a carrier's scan in the words of the specification. */
export interface ScanReading {
  /** `FailedAttempt` when the carrier does not number its attempts. */
  readonly status: StatusHint;
  /** True when this is the carrier's inbound scan; undefined = the status decides. */
  readonly inbound?: boolean;
  readonly exceptionCode?: ExceptionCode;
  readonly nextAction?: NextAction;
  readonly returnReason?: ReturnReason;
  readonly deliveryLocation?: DeliveryLocation;
  /** The day of delivery that the carrier's text names; undefined = none. */
  readonly namedDay?: ExpectedDelivery;
  /** True when nothing explains the scan: it is listed for the operator. */
  readonly isUnmapped: boolean;
  readonly by: Omit<ReadBy, 'ruleSet'>;
}

/** Returns what is stored with the scan: its reading, before attempts are numbered, and the rule that decided. */
export const rememberedOf = (
  { status, isUnmapped, by }: ScanReading,
  ruleSet: string,
): { readonly readAs: ReadAs; readonly readBy: ReadBy } => ({
  readAs: isUnmapped ? UNMAPPED : status,
  readBy: { ...by, ruleSet },
});

/** A source that gives a scan its meaning: a rule that matches, or the producer's own hint. */
export type Claim =
  | { readonly step: 'code and sub code' | 'code' | 'text'; readonly status: StatusHint; readonly rule: MappingRule }
  | { readonly step: 'hint'; readonly status: StatusHint; readonly rule?: undefined };

/** The statuses of a delivery that is still to come. */
const NAMES_A_DAY: ReadonlySet<StatusHint> = new Set([
  'Scheduled',
  'Rerouted',
  'Exception',
  'FailedAttempt',
  'FailedAttemptFirst',
  'FailedAttemptSecond',
  'FailedAttemptFinal',
]);

/** Reads a scan. The first claim wins; the producer's hints, then the words of the text, fill what the claim leaves open. */
export function interpretScan(scan: Scan, mapping: CourierMapping): ScanReading {
  const [claim] = claimsOn(scan, mapping);
  const { rule, status = 'InternalStatus' } = claim ?? {};
  const outcome = outcomeOf(scan, { status, rule, shared: sharedRulesOf(mapping) });
  const day = rule?.layer === 'shipped' && NAMES_A_DAY.has(outcome.status) ? namedDay(foldedText(scan), scan.occurredAtMs) : undefined;
  return {
    ...outcome,
    ...(day !== undefined && { namedDay: day }),
    inbound: rule?.inbound ?? (scan.inboundHint === true ? true : undefined),
    isUnmapped: claim === undefined,
    by: readerOf(claim),
  };
}

const sharedRulesOf = (mapping: CourierMapping): SharedRules | undefined => (mapping.below ?? mapping).shared;

interface Basis {
  readonly status: StatusHint;
  readonly rule: MappingRule | undefined;
  readonly shared: SharedRules | undefined;
}

function outcomeOf(scan: Scan, { status, rule, shared }: Basis): Outcome {
  const outcome = {
    status,
    exceptionCode: rule?.exceptionCode ?? scan.exceptionHint,
    nextAction: rule?.nextAction ?? scan.nextActionHint,
    returnReason: rule?.returnReason ?? scan.returnReasonHint,
    deliveryLocation: rule?.deliveryLocation ?? scan.deliveryLocation,
  };
  if (rule?.layer !== 'shipped' || shared === undefined) return outcome;
  return withWords(outcome, { text: foldedText(scan), isRead: rule.when.text !== undefined }, shared.words);
}

const readerOf = (claim: Claim | undefined): ScanReading['by'] => {
  if (claim === undefined) return { layer: 'none' };
  return claim.rule === undefined ? { layer: 'hint' } : { layer: claim.rule.layer, rule: claim.rule.source };
};

/**
 * Yields every claim on a scan, the winner first: code + sub code → code → hint → text (domain D.5). Without a claim the scan is
 * InternalStatus. The hint goes before text because the producer knows more than a pattern; a code rule goes before the hint because the
 * operator must be able to correct a producer. With two layers, the operator's codes come before shipped codes and the operator's texts
 * before shipped texts; texts that all carriers share come last. Lazy: a caller that takes only the first claim does not compute the
 * others.
 */
export function* claimsOn(scan: Scan, mapping: CourierMapping): Generator<Claim, void, undefined> {
  let folded: string | undefined;
  const text: FoldedText = () => (folded ??= foldedText(scan));
  yield* claimsByCode(scan, text, mapping);
  if (mapping.below !== undefined) yield* claimsByCode(scan, text, mapping.below);
  if (scan.statusHint !== undefined) yield { step: 'hint', status: scan.statusHint };
  yield* rulesThatTake(text, mapping.byText, 'text');
  yield* rulesThatTake(text, mapping.below?.byText, 'text');
  yield* rulesThatTake(text, sharedRulesOf(mapping)?.texts, 'text');
}

/** Folded once, and only for a scan that a text rule looks at. */
type FoldedText = () => string;

/** Carriers pad their texts and use all kinds of blanks: patterns see single spaces, and none at either end. */
const foldedText = ({ rawText = '' }: Scan): string => rawText.replace(/\s+/gu, ' ').trim();

function* claimsByCode(scan: Scan, text: FoldedText, { byCode }: CourierMapping): Generator<Claim, void, undefined> {
  const bySubCode = scan.code === undefined ? undefined : byCode.get(scan.code);
  if (bySubCode === undefined) return;
  if (scan.subCode !== undefined) yield* rulesThatTake(text, bySubCode.get(scan.subCode), 'code and sub code');
  yield* rulesThatTake(text, bySubCode.get(''), 'code');
}

function* rulesThatTake(
  text: FoldedText,
  rules: readonly MappingRule[] = [],
  step: 'code and sub code' | 'code' | 'text',
): Generator<Claim> {
  for (const rule of rules) {
    if (rule.when.text === undefined || rule.when.text.test(text())) yield { step, status: rule.status, rule };
  }
}
