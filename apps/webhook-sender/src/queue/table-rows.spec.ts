import { beforeEach, describe, expect, it } from '@jest/globals';
import { TableRows } from './table-rows.js';

describe('the rows of a receiver', () => {
  let rows: TableRows;

  beforeEach(() => {
    rows = new TableRows();
  });

  it('do not exist until they are written or found', () => {
    expect([rows.isAny, rows.isForgettable]).toEqual([false, true]);
    rows.write();
    expect([rows.isAny, rows.isForgettable]).toEqual([true, false]);
  });

  it('count as existing while they are written, for a reader before and after', () => {
    const { mark } = rows;
    const end = rows.write();
    rows.emptied(mark);
    rows.emptied(rows.mark);
    expect(rows.isAny).toBe(true);
    end(); // whether the write succeeded or not
    rows.emptied(mark);
    expect(rows.isAny).toBe(true);
    rows.emptied(rows.mark);
    expect(rows.isAny).toBe(false);
  });

  it('count as existing when the table was read during a write', () => {
    const end = rows.write();
    const { mark } = rows;
    end();
    rows.emptied(mark);
    expect(rows.isAny).toBe(true);
  });

  it('count as existing until all writes have ended', () => {
    const [first, second] = [rows.write(), rows.write()];
    first();
    rows.emptied(rows.mark);
    expect(rows.isAny).toBe(true);
    second();
    rows.emptied(rows.mark);
    expect(rows.isAny).toBe(false);
  });

  it('that were found no longer exist when the table has none', () => {
    rows.isAny = true;
    rows.emptied(rows.mark);
    expect(rows.isAny).toBe(false);
  });

  it.each<[string, () => void, () => void]>([
    ['there are rows', () => (rows.isAny = true), () => (rows.isAny = false)],
    ['a row is in memory', () => rows.taken.add(7), () => rows.taken.delete(7)],
    ['a row waits for a POST in flight', () => rows.kept.add('c'), () => rows.kept.delete('c')],
    ['rows are being read', () => (rows.isFilling = true), () => (rows.isFilling = false)],
  ])('are not forgotten while %s', (_, begin, end) => {
    begin();
    expect(rows.isForgettable).toBe(false);
    end();
    expect(rows.isForgettable).toBe(true);
  });

  it('are not forgotten while rows are being written', () => {
    const end = rows.write();
    rows.isAny = false;
    expect(rows.isForgettable).toBe(false);
    end();
    expect(rows.isForgettable).toBe(true);
  });
});
