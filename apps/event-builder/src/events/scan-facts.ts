import { type DeliveryStatus, isFailedAttempt, type Scan, STATUS_RULES } from '#libs/contracts';
import { type Consignment, currentStatus, type ScanFacts } from '../consignment/consignment.js';
import type { ReadScan } from './decision.js';
import { type NextActionDefaults, nextStep } from '../consignment/next-action.js';

/**
 * Returns the fields of a scan that customers get: only fields that belong to its status (spec: fields present only for specific events).
 */
export function toScanFacts({ scan, reading }: ReadScan, status: DeliveryStatus, defaults: NextActionDefaults): ScanFacts {
  const next = isFailedAttempt(status) ? nextStep(status, reading.nextAction, defaults) : undefined;
  return {
    status,
    occurredAtMs: scan.occurredAtMs,
    rawScan: rawScanOf(scan),
    location: scan.locationText,
    exceptionCode: STATUS_RULES[status].event === 'onDelay' ? exceptionOf(reading, status) : undefined,
    returnReason: status === 'Return' ? (reading.returnReason ?? 'Unknown') : undefined,
    nextAction: next?.nextAction,
    nextActionIsSpecified: next?.nextActionIsSpecified,
    pickup: scan.pickupLocation,
    information: scan.deliveryInformation,
  };
}

const exceptionOf = ({ exceptionCode }: ReadScan['reading'], status: DeliveryStatus): ScanFacts['exceptionCode'] =>
  exceptionCode ?? (status === 'PartiallyDelivered' ? 'ItemMissing' : 'Exception');

/** Returns the facts that were shown last, for events that no scan causes. */
export function factsWithoutScan(consignment: Consignment, otherwise: ScanFacts['status']): ScanFacts {
  const { shown } = consignment;
  const status = currentStatus(consignment) ?? otherwise;
  if (shown?.status === status) return shown;
  return {
    status,
    occurredAtMs: shown?.occurredAtMs ?? consignment.recordedAtMs,
    rawScan: shown?.rawScan ?? '',
    location: shown?.location ?? '',
  };
}

/** Returns the carrier's text, else its codes as `[code] (sub code)`; a scan with only a hint has neither. */
function rawScanOf({ rawText, code, subCode }: Scan): string {
  if (rawText !== undefined) return rawText;
  if (code === undefined) return '';
  return subCode === undefined ? `[${code}]` : `[${code}] (${subCode})`;
}
