import { describe, expect, it } from '@jest/globals';
import { TestSlots } from './receiver-test.service.js';

const take = (slots: TestSlots, account: number, times: number): boolean[] => Array.from({ length: times }, () => slots.take(account));

describe('the slots for tests of receivers', () => {
  it('are five for each account', () => {
    const slots = new TestSlots();
    expect(take(slots, 1, 6)).toEqual([true, true, true, true, true, false]);
    expect(slots.take(2)).toBe(true);
  });

  it('are fifty for all accounts together', () => {
    const slots = new TestSlots();
    for (let account = 1; account <= 10; account++) take(slots, account, 5);
    expect(slots.take(11)).toBe(false);
    slots.giveBack(1);
    expect(take(slots, 11, 2)).toEqual([true, false]);
  });

  it('can be taken again after they are given back; a refusal takes no slot', () => {
    const slots = new TestSlots();
    take(slots, 1, 7);
    slots.giveBack(1);
    expect(take(slots, 1, 2)).toEqual([true, false]);
    for (let nth = 1; nth <= 5; nth++) slots.giveBack(1);
    expect(take(slots, 1, 6)).toEqual([true, true, true, true, true, false]);
  });
});
