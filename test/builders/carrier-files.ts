import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Couriers that only tests use, so that a corrected mapping of a real courier changes no history. */
export interface TestCourier {
  /** The tracking page. For a courier without a page, the record or the scan must contain a link. */
  readonly page?: string;
  readonly nextAction?: { readonly first?: string; readonly second?: string; readonly final?: string };
  readonly rules: readonly TestRule[];
}

export interface TestRule {
  readonly code?: string;
  readonly subCode?: string;
  /** A regular expression: begins with ^, then letters and `.*` only. */
  readonly text?: string;
  readonly status: string;
  readonly inbound?: true;
  readonly exceptionCode?: string;
  readonly nextAction?: string;
  readonly returnReason?: string;
  readonly deliveryLocation?: string;
}

export const TEST_COURIERS: Readonly<Record<string, TestCourier>> = {
  alpha: {
    page: 'https://alpha.example/{language}/track?n={tracking_number}',
    nextAction: { first: 'PickUpReady', second: 'PickUpReady', final: 'PickUpReady' },
    rules: [
      { code: 'VA', status: 'OrderProcessed' },
      { code: 'ES', status: 'InboundScan' },
      { code: 'EE', status: 'InTransit' },
      { code: 'DOCK', status: 'Loaded', inbound: true },
      { code: 'PO', status: 'OutForDelivery' },
      { code: 'NDELV', subCode: 'BRNCH', status: 'FailedAttempt', nextAction: 'PickUpReady' },
      { code: 'NDELV', subCode: 'DMGED', status: 'Exception', exceptionCode: 'Damaged' },
      { code: 'NDELV', status: 'FailedAttempt' },
      { code: 'HLDCC', status: 'PickupReadyToday', deliveryLocation: 'ParcelLocker' },
      { code: 'ZU', status: 'Delivered', deliveryLocation: 'Doorstep' },
      { code: 'RETRN', status: 'Return' },
    ],
  },
  beta: {
    page: 'https://beta.example/{tracking_number}',
    nextAction: { first: 'NewAttemptNextDay', second: 'NewAttemptNextDay' },
    rules: [
      { code: '0000', status: 'OrderProcessed' },
      { code: '2000', status: 'InterimHaul' },
      { code: '3000', status: 'OutForDelivery' },
      { code: '3500', status: 'Delivered' },
      { code: '3511', status: 'Delivered', deliveryLocation: 'Neighbor' },
      { code: '3731', status: 'Exception', exceptionCode: 'CustomerRefusal' },
      { code: '6080', status: 'Return', returnReason: 'CustomerRefusal' },
      { text: '^Transferred through .*', status: 'InTransit', inbound: true },
      { text: '^Waits in the shop', status: 'PickupReadyNextDay', deliveryLocation: 'ParcelShop' },
    ],
  },
  gamma: {
    page: 'https://gamma.example/track?n={tracking_number}',
    nextAction: { first: 'NewAttemptNextDay', second: 'NewAttemptNextDay', final: 'PickUpReady' },
    rules: [
      { code: 'M', status: 'OrderProcessed' },
      { code: 'P', status: 'PickUpScheduled' },
      { code: 'X', subCode: '30', status: 'FailedAttemptSecond' },
      { code: 'X', status: 'Exception', exceptionCode: 'TimeIssue' },
      { code: 'RS', status: 'Return', returnReason: 'AddressIssue' },
      { code: 'LOST', status: 'Return', returnReason: 'Lost' },
    ],
  },
  delta: { page: 'https://delta.example/{tracking_number}', rules: [] },
  epsilon: { rules: [] },
  zeta: { rules: [] },
};

/** Writes the files as an operator would. @returns the settings that make event-builder read only these files */
export function writeCarrierFiles(folder: string): Readonly<Record<string, string>> {
  mkdirSync(join(folder, 'mappings'), { recursive: true });
  // Every JSON document is valid YAML.
  writeFileSync(join(folder, 'couriers.yaml'), JSON.stringify(Object.entries(TEST_COURIERS).map(toCourierEntry)));
  for (const [courier, { rules }] of Object.entries(TEST_COURIERS)) {
    if (rules.length > 0) writeFileSync(join(folder, 'mappings', `${courier}.yaml`), JSON.stringify(rules.map(toRuleEntry)));
  }
  return { CARRIERS_DIR: folder, CARRIERS_OVERLAY: 'false' };
}

const toCourierEntry = ([courier, { page, nextAction }]: [string, TestCourier]): object => ({
  courier,
  ...(page !== undefined && { tracking_link: page }),
  ...(nextAction !== undefined && { next_action: nextAction }),
});

/** JSON omits undefined values. */
const toRuleEntry = (rule: TestRule): object => ({
  when: { code: rule.code, sub_code: rule.subCode, text: rule.text },
  status: rule.status,
  inbound: rule.inbound,
  exception_code: rule.exceptionCode,
  next_action: rule.nextAction,
  return_reason: rule.returnReason,
  delivery_location: rule.deliveryLocation,
});
