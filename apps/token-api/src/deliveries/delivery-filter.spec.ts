import { describe, expect, it } from '@jest/globals';
import { parseCursor, toCursorText } from '../paging/page.js';
import { toDeliveryFilter } from './deliveries.dto.js';
import { toCondition } from './deliveries.repository.js';

const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const cursor = { createdAt: '2026-03-29T10:00:00.123456Z', id };
const encode = (text: string): string => Buffer.from(text).toString('base64url');

describe('a cursor', () => {
  it('keeps the microseconds', () => {
    expect(parseCursor('deliveries', toCursorText('deliveries', cursor))).toEqual(cursor);
  });

  it.each([
    '',
    'abc',
    toCursorText('events', cursor),
    encode(`deliveries|deliveries|${cursor.createdAt}|${id}`),
    encode(`${cursor.createdAt}|x`),
    encode(`${cursor.createdAt}|${id}|${id}`),
    encode(`2026-02-30T10:00:00.123456Z|${id}`),
    encode(`0000-01-01T10:00:00.123456Z|${id}`),
    encode(`2026-03-29T25:00:00.123456Z|${id}`),
    encode(`now|${id}`),
    encode(`' OR 1=1 --|${id}`),
  ])('cannot be %s', (text) => {
    expect(parseCursor('deliveries', text)).toBeUndefined();
  });
});

describe('the filter of the list', () => {
  it('always has the account, and other conditions only when given', () => {
    expect(toCondition(toDeliveryFilter(7, {}))).toEqual({ sql: 'account_id = $1', parameters: [7] });
    expect(toDeliveryFilter(7, {}).limit).toBe(50);
  });

  it('uses the index on receiver and status, and still has the account', () => {
    const sqlOf = (query: object): string => toCondition(toDeliveryFilter(7, query)).sql;
    expect(sqlOf({ receiverId: id, status: 'delivered' })).toBe('account_id + 0 = $1 AND receiver_id = $2 AND status = $3');
    expect(sqlOf({ receiverId: id })).toMatch(/^account_id = /);
    expect(sqlOf({ status: 'delivered' })).toMatch(/^account_id = /);
    expect(sqlOf({ receiverId: id, status: 'delivered', event: 'onDelivered' })).toMatch(/^account_id = /);
  });

  it('has the kind as a literal, so that its index is used', () => {
    expect(toCondition(toDeliveryFilter(7, { kind: 'operational' }))).toEqual({
      sql: `account_id = $1 AND kind = 'operational'`,
      parameters: [7],
    });
  });

  it('checks the parcel of each row when there are too many parcels to name', () => {
    const { sql, parameters } = toCondition({ ...toDeliveryFilter(7, {}), choice: { client: 'shop-de', orderNo: 'A-1' } });
    expect(sql.match(/EXISTS \(SELECT FROM consignment /g)).toHaveLength(2);
    expect(sql).toMatch(/consignment\.order_no = \$2\) AND EXISTS .* left\(consignment\.client, 256\) = \$3\)$/);
    expect(parameters).toEqual([7, 'A-1', 'shop-de']);
  });

  it('passes other values as parameters', () => {
    const filter = toDeliveryFilter(7, {
      receiverId: id,
      status: 'exhausted',
      eventid: id,
      outcome: 'http_status',
      httpStatus: '503',
      from: '2026-03-29T10:00:00 02:00',
      to: '2026-03-30T00:00:00Z',
      limit: '3',
      cursor: toCursorText('deliveries', cursor),
    });
    expect(filter.limit).toBe(3);
    expect(toCondition(filter)).toEqual({
      sql:
        'account_id + 0 = $1 AND receiver_id = $2 AND status = $3 AND eventid = $4 AND last_outcome = $5 AND last_http_status = $6' +
        ' AND created_at >= $7 AND created_at < $8 AND (created_at, delivery_id) < ($9::timestamptz, $10::uuid)',
      parameters: [
        7,
        id,
        'exhausted',
        id,
        'http_status',
        '503',
        '2026-03-29T08:00:00.000Z',
        '2026-03-30T00:00:00.000Z',
        cursor.createdAt,
        id,
      ],
    });
  });
});
