// Explains to the operator why a scan has its meaning: the same walk as interpretScan, including every rule that loses.
import { type DeliveryStatus, type EventName, type Scan, STATUS_RULES, type StatusHint } from '#libs/contracts';
import { type Claim, claimsOn, interpretScan, type ScanReading } from './interpret-scan.js';
import type { CourierMapping } from './mapping-rule.js';

export interface Explanation {
  /** undefined = nothing matches the scan: it is InternalStatus and listed as unmapped. */
  readonly winner: Claim | undefined;
  /** The claims that would decide if all claims before them were gone, in order. */
  readonly losers: readonly Claim[];
  readonly reading: ScanReading;
  readonly follows: Consequence;
  /** False: the scan has no sub code, so no rule for a sub code can decide. */
  readonly hasSubCode: boolean;
}

/** The events that such a scan causes (domain D.4). */
export interface Consequence {
  /** The event that every such scan causes. */
  readonly event: EventName | undefined;
  /** True: onDispatch comes first, unless the parcel has had it. */
  readonly mayDispatch: boolean;
  /** False: the scan never becomes the shown status. */
  readonly isShown: boolean;
}

export function explainScan(scan: Scan, mapping: CourierMapping): Explanation {
  const [winner, ...losers] = claimsOn(scan, mapping);
  const reading = interpretScan(scan, mapping);
  return { winner, losers, reading, follows: consequenceOf(reading), hasSubCode: scan.subCode !== undefined };
}

function consequenceOf({ status, inbound }: ScanReading): Consequence {
  const rule = STATUS_RULES[toStatus(status)];
  const isDropped = rule.isDropped === true;
  return {
    event: rule.event,
    mayDispatch: !isDropped && (inbound ?? rule.class === 'network'),
    isShown: !isDropped && rule.isHidden !== true,
  };
}

/** All attempts have the same consequences, whatever their number. */
const toStatus = (hint: StatusHint): DeliveryStatus => (hint === 'FailedAttempt' ? 'FailedAttemptFirst' : hint);
