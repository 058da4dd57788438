import { describe, expect, it } from '@jest/globals';
import { toDeadLetterRow } from './dead-letter-row.js';

const FAULT = { reason: 'E_SCHEMA', detail: 'references must have language' } as const;
const parcel = { courier: 'acme', trackingNumber: 'AB12' };
const written = { courier: 'acme', tracking_number: ' ab 12' };

const rowOf = (value: unknown, key: string | null = null) =>
  toDeadLetterRow(
    { key: key === null ? null : Buffer.from(key), value: Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)) },
    FAULT,
  );

describe('a dead letter', () => {
  it('names the parcel of a scan and of a record, with account and id', () => {
    expect(rowOf({ ...written, scan_id: 's-1' })).toEqual({ ...parcel, account: undefined, messageId: 's-1', ...FAULT });
    expect(rowOf({ ...written, scan_id: 's-1', account: 7 })).toMatchObject({ account: 7 });
    expect(rowOf({ references: written, transfer_id: 't-1', account: 7 })).toEqual({ ...parcel, account: 7, messageId: 't-1', ...FAULT });
  });

  it('names the parcel by the key when the body is unreadable', () => {
    expect(rowOf('{"courier": ', 'acme:AB12')).toMatchObject({ ...parcel, account: undefined, messageId: undefined });
    expect(rowOf('x'.repeat(300_000), 'acme:AB12')).toMatchObject(parcel);
    expect(toDeadLetterRow({ key: Buffer.from('acme:AB12'), value: null }, FAULT)).toMatchObject(parcel);
  });

  it.each<[unknown, string | null]>([
    [{}, null],
    [{ courier: 'acme' }, 'acme'],
    [{ courier: 'acme', tracking_number: '  ' }, null],
    [{ courier: 'acme', tracking_number: 'x'.repeat(201) }, null],
    [[written], null],
    [{ references: 'none' }, null],
  ])('%j with the key %j names no parcel', (value, key) => {
    expect(rowOf(value, key)).toBeUndefined();
  });

  it('contains only what PostgreSQL can store', () => {
    expect(rowOf({ courier: 'acme', tracking_number: 'AB\u000012\ud800', scan_id: 's\u0000', account: 1.5 })).toMatchObject({
      trackingNumber: 'AB12\ufffd',
      messageId: 's',
      account: undefined,
    });
  });
});
