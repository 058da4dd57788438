import { beforeEach, describe, expect, it } from '@jest/globals';
import { TableRows } from './table-rows.js';

describe('the rows of a receiver', () => {
  let rows: TableRows;

  beforeEach(() => {
    rows = new TableRows();
  });

  it('are not there until they are written or found', () => {
    expect([rows.isAny, rows.isForgettable]).toEqual([false, true]);
    rows.write();
    expect([rows.isAny, rows.isForgettable]).toEqual([true, false]);
  });

  it('are known while they are written to whoever reads the table before and after', () => {
    const { mark } = rows;
    const end = rows.write();
    rows.emptied(mark);
    rows.emptied(rows.mark);
    expect(rows.isAny).toBe(true);
    end(); // whether they were written or not
    rows.emptied(mark);
    expect(rows.isAny).toBe(true);
    rows.emptied(rows.mark);
    expect(rows.isAny).toBe(false);
  });

  it('are known when the table was read while they were written', () => {
    const end = rows.write();
    const { mark } = rows;
    end();
    rows.emptied(mark);
    expect(rows.isAny).toBe(true);
  });

  it('are known until each of several writes has ended', () => {
    const [first, second] = [rows.write(), rows.write()];
    first();
    rows.emptied(rows.mark);
    expect(rows.isAny).toBe(true);
    second();
    rows.emptied(rows.mark);
    expect(rows.isAny).toBe(false);
  });

  it('that were found are gone when the table has none', () => {
    rows.isAny = true;
    rows.emptied(rows.mark);
    expect(rows.isAny).toBe(false);
  });

  it.each<[string, () => void, () => void]>([
    ['there are some', () => (rows.isAny = true), () => (rows.isAny = false)],
    ['some are in memory', () => rows.taken.add(7), () => rows.taken.delete(7)],
    ['some wait for a POST in flight', () => rows.kept.add('c'), () => rows.kept.delete('c')],
    ['they are read', () => (rows.isFilling = true), () => (rows.isFilling = false)],
  ])('are not forgotten while %s', (_, begin, end) => {
    begin();
    expect(rows.isForgettable).toBe(false);
    end();
    expect(rows.isForgettable).toBe(true);
  });

  it('are not forgotten while they are written', () => {
    const end = rows.write();
    rows.isAny = false;
    expect(rows.isForgettable).toBe(false);
    end();
    expect(rows.isForgettable).toBe(true);
  });
});
