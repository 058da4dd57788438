import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#libs/contracts';
import type { ApiError } from '#libs/errors';
import { toRecordMessage } from './record-message.js';

const REFERENCES = {
  courier: 'acme-express',
  tracking_number: 'JD1',
  orderNo: 'A-1',
  client: 'shop-de',
  warehouse: 'W1',
  destination_country_iso3: 'DEU',
  language: 'de',
};

function faultsOf(body: JsonObject): string[] {
  try {
    toRecordMessage(body, { account: 1, nowMs: Date.UTC(2026, 2, 30), newId: 'new' });
    return [];
  } catch (error) {
    return (error as ApiError).items.map(({ attr, code }) => `${attr}:${code}`);
  }
}

describe('all faults of a record are reported at once', () => {
  it.each<[JsonObject, string[]]>([
    [{ references: REFERENCES }, []],
    [
      { references: { ...REFERENCES, language: 'deutsch' }, action: 'delete', occurred_at: 'yesterday', send_date: 'soon' },
      ['action:invalid_choice', 'references.language:invalid', 'occurred_at:invalid', 'send_date:invalid'],
    ],
    [
      { references: { ...REFERENCES, orderNo: 'a\u0000b', client: 'a\ud800' }, transfer_id: 'c\u0000', send_date: '30.02.2026' },
      ['references.orderNo:invalid', 'references.client:invalid', 'transfer_id:invalid', 'send_date:invalid'],
    ],
    [{ references: REFERENCES, account: 2, occurred_at: '1999-01-01T00:00:00Z' }, ['account:invalid', 'occurred_at:invalid']],
    [{ references: REFERENCES, note: 'x'.repeat(260 * 1024), send_date: 'soon' }, ['null:invalid', 'send_date:invalid']],
  ])('%#', (body, faults) => {
    expect(faultsOf(body)).toEqual(faults);
  });
});
