import { describe, expect, it } from '@jest/globals';
import { parseEraseArgs } from './erase-args.js';

const PARCEL = ['--courier', 'acme', '--tracking', ' ab 12 '];

describe('parseEraseArgs', () => {
  it('names a parcel as it identifies, of every account or of one', () => {
    const parcel = { kind: 'parcel', courier: 'acme', trackingNumber: 'AB12', account: undefined, isAhead: false, isDryRun: false };
    expect(parseEraseArgs(PARCEL)).toEqual(parcel);
    expect(parseEraseArgs([...PARCEL, '--user', '7', '--ahead', '--dry-run'])).toEqual({
      ...parcel,
      account: 7,
      isAhead: true,
      isDryRun: true,
    });
  });

  it('names an order of an account', () => {
    expect(parseEraseArgs(['--user', '7', '--order', 'A-1', '--client', 'shop'])).toEqual({
      kind: 'order',
      account: 7,
      orderNo: 'A-1',
      client: 'shop',
      isDryRun: false,
    });
  });

  it.each([
    [[], 'name either a parcel'],
    [[...PARCEL, '--user', '7', '--order', 'A-1'], 'name either a parcel'],
    [['--courier', 'acme'], '--tracking is missing'],
    [['--courier', 'acme', '--tracking', '  '], '--tracking is missing'],
    [['--order', 'A-1'], '--order needs --user'],
    [['--order', 'A-1', '--user', '7', '--ahead'], '--ahead needs a parcel'],
    [[...PARCEL, '--user', '0'], '--user must be'],
    [[...PARCEL, '--client', 'shop'], '--client narrows --order'],
    [[...PARCEL, '--sql', 'x'], 'Unknown option'],
  ])('%j is not understood', (args, sentence) => {
    expect(() => parseEraseArgs(args)).toThrow(sentence);
  });
});
