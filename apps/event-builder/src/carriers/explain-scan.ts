// Explains to the operator why a scan means what it means: the same walk as interpretScan, with every rule that loses.
import { type DeliveryStatus, type EventName, type Scan, STATUS_RULES, type StatusHint } from '#libs/contracts';
import { type Claim, claimsOn, interpretScan, type ScanReading } from './interpret-scan.js';
import type { CourierMapping } from './mapping-rule.js';

export interface Explanation {
  /** Undefined: nothing claims the scan, it is InternalStatus and listed as unmapped. */
  readonly winner: Claim | undefined;
  /** What would have decided if everything before it were gone, in that order. */
  readonly losers: readonly Claim[];
  readonly reading: ScanReading;
  readonly follows: Consequence;
  /** False: the scan has no sub code, so none can decide. */
  readonly hasSubCode: boolean;
}

/** What customers hear of such a scan (domain D.4). */
export interface Consequence {
  /** The event of its own that every such scan causes. */
  readonly event: EventName | undefined;
  /** True: onDispatch comes before it, unless the parcel has had one. */
  readonly mayDispatch: boolean;
  /** False: it never becomes the status that is shown. */
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
