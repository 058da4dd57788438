import { describe, expect, it } from '@jest/globals';
import { withoutOvertaking } from './without-overtaking.js';

const row = (consignmentId: string, no: number): { no: number; attempt: { consignmentId: string } } => ({ no, attempt: { consignmentId } });

describe('withoutOvertaking', () => {
  it('leaves out what is held and what comes behind it of the same consignment, and nothing else', () => {
    const rows = [row('a', 1), row('b', 2), row('a', 3), row('b', 4), row('a', 5)];
    expect(withoutOvertaking(rows, ({ no }) => no === 3).map(({ no }) => no)).toEqual([1, 2, 4]);
  });
});
