import { describe, expect, it } from '@jest/globals';
import type { ScanReading } from './interpret-scan.js';
import { contradiction, MEANING_CLASSES, SILENT_CLASSES } from './meaning-class.js';

const reading = (fields: Partial<ScanReading>): ScanReading => ({
  status: 'Delivered',
  isUnmapped: false,
  by: { layer: 'shipped', rule: 'mappings/a.yaml:1' },
  ...fields,
});

describe('the reading of a code', () => {
  it.each<[string, Partial<ScanReading>]>([
    ['delivered', { status: 'Delivered', deliveryLocation: 'Neighbor' }],
    ['refused', { status: 'Exception', exceptionCode: 'CustomerRefusal' }],
    ['delay', { status: 'Exception' }],
    ['delay:Customs', { status: 'Exception', exceptionCode: 'Customs' }],
    ['returned', { status: 'Return' }],
    ['returned:Lost', { status: 'Return', returnReason: 'Lost' }],
    ['attempt-failed', { status: 'FailedAttemptSecond', nextAction: 'PickUpReady' }],
    ['internal', { status: 'Ignore' }],
  ])('agrees with its class: %s', (name, fields) => {
    expect(contradiction(name, reading(fields))).toBeUndefined();
  });

  it.each<[string, Partial<ScanReading>, string]>([
    ['ready-for-pickup', { status: 'Delivered' }, 'ready-for-pickup is not Delivered'],
    ['returned', { status: 'Delivered' }, 'returned is not Delivered'],
    ['announced', { status: 'InTransit' }, 'announced is not InTransit'],
    ['refused', { status: 'Exception' }, 'refused is not Exception with no reason'],
    ['refused', { status: 'Exception', exceptionCode: 'Damaged' }, 'refused is not Exception with Damaged'],
    ['delay', { status: 'Exception', exceptionCode: 'Customs' }, 'delay is not Exception with Customs'],
    ['delay:Customs', { status: 'Exception' }, 'delay:Customs is not Exception with no reason'],
    ['returned:Lost', { status: 'Return', returnReason: 'Destroyed' }, 'returned:Lost is not Return with Destroyed'],
    ['money', { status: 'Delivered' }, 'money is not Delivered'],
    ['returned:Rain', { status: 'Return' }, 'returned does not take the reason Rain'],
    ['delivered:Doorstep', {}, 'delivered does not take the reason Doorstep'],
    ['lost', { status: 'Return' }, 'lost is not a meaning class'],
  ])('contradicts its class: %s', (name, fields, fault) => {
    expect(contradiction(name, reading(fields))).toBe(fault);
  });

  it('is silent only for the silent classes', () => {
    const silent = Object.entries(MEANING_CLASSES).filter(([, { statuses }]) => statuses.includes('Ignore'));
    expect(silent.map(([name]) => name)).toEqual(SILENT_CLASSES);
  });
});
