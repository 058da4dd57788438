import { describe, expect, it } from '@jest/globals';
import { namedDay } from './named-day.js';

const AT_MS = Date.parse('2026-03-10T11:00:00Z');

describe('the day that a text names', () => {
  it.each([
    ['Recipient not met. A new attempt will be made on 12 March 2026.', '2026-03-12'],
    ['Delivery rescheduled for Thursday, March 12', '2026-03-12'],
    ['Empfänger nicht angetroffen. Erneuter Zustellversuch am 12.03.2026', '2026-03-12'],
    ['Die Zustellung erfolgt am 12. März.', '2026-03-12'],
    ['Nouvelle livraison le 12 mars 2026', '2026-03-12'],
    ['Delivery on 2026-03-12', '2026-03-12'],
    ['Nueva entrega el 23/03/2026', '2026-03-23'],
    ['Kolejna próba doręczenia 12 marca', '2026-03-12'],
    ['Nuova consegna 12 marzo', '2026-03-12'],
  ])('%s', (text, day) => {
    expect(namedDay(text, AT_MS)).toEqual({ startDate: day, endDate: day });
  });

  it.each([
    ['is past', 'Delivery attempted on 9 March 2026'],
    ['is the day of the scan', 'Delivery attempted on 10 March 2026'],
    ['is far away', 'Delivery on 12 March 2027'],
    ['does not exist', 'Delivery on 2026-02-30'],
    ['is ambiguous', 'Delivery on 11/12/2026 or 03/04/2026, redelivery 04/03/2026 or 12.03.2026 or 13.03.2026'],
    ['is the last day to collect the parcel', 'Not delivered. Please collect it until 12 March 2026'],
    ['is for collecting the parcel', 'Zustellung nicht möglich. Lieferung am 12.03.2026 im Paketshop abholen'],
    ['is not about a delivery', 'The label was printed for 12 March 2026'],
    ['is not given', 'Delivery on the next business day'],
  ])('is undefined when the day %s: %s', (_, text) => {
    expect(namedDay(text, AT_MS)).toBeUndefined();
  });
});
