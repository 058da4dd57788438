import type { DeliveryLocation, ExceptionCode, NextAction, ReturnReason, Scan, StatusHint } from '#libs/contracts';
import type { CourierMapping, MappingRule } from './mapping-rule.js';

/** What a carrier's scan means in the words of the specification. */
export interface ScanReading {
  /** `FailedAttempt` when the carrier does not number its attempts. */
  readonly status: StatusHint;
  /** Whether this is the carrier's inbound scan; undefined = as the status says. */
  readonly inbound?: boolean;
  readonly exceptionCode?: ExceptionCode;
  readonly nextAction?: NextAction;
  readonly returnReason?: ReturnReason;
  readonly deliveryLocation?: DeliveryLocation;
  /** True when nothing said what the scan means: listed for the operator. */
  readonly isUnmapped: boolean;
}

/**
 * code + sub code → code → hint → text → InternalStatus (domain D.5).
 * The hint beats text because the producer knows more than a pattern; a code rule beats the hint because the operator must be able to correct a producer.
 */
export function interpretScan(scan: Scan, mapping: CourierMapping): ScanReading {
  const rule = findCodeRule(scan, mapping) ?? (scan.statusHint === undefined ? findTextRule(scan, mapping) : undefined);
  const status = rule?.status ?? scan.statusHint;
  return {
    status: status ?? 'InternalStatus',
    ...stated('inbound', rule?.inbound ?? (scan.inboundHint === true ? true : undefined)),
    ...stated('exceptionCode', rule?.exceptionCode ?? scan.exceptionHint),
    ...stated('nextAction', rule?.nextAction ?? scan.nextActionHint),
    ...stated('returnReason', rule?.returnReason ?? scan.returnReasonHint),
    ...stated('deliveryLocation', rule?.deliveryLocation ?? scan.deliveryLocation),
    isUnmapped: status === undefined,
  };
}

/** The rule that decides by code, if any: the exact sub code before the code alone. */
export function findCodeRule(scan: Scan, mapping: CourierMapping): MappingRule | undefined {
  if (scan.code === undefined) return undefined;
  const bySubCode = mapping.byCode.get(scan.code);
  const exact = scan.subCode === undefined ? undefined : bySubCode?.get(scan.subCode);
  return firstMatch(exact, scan) ?? firstMatch(bySubCode?.get(''), scan);
}

export const findTextRule = (scan: Scan, mapping: CourierMapping): MappingRule | undefined => firstMatch(mapping.byText, scan);

const firstMatch = (rules: readonly MappingRule[] | undefined, scan: Scan): MappingRule | undefined =>
  rules?.find(({ when }) => when.text === undefined || when.text.test(scan.rawText ?? ''));

const stated = <K extends string, V>(key: K, value: V | undefined): { [key in K]?: V } =>
  (value === undefined ? {} : { [key]: value }) as { [key in K]?: V };
