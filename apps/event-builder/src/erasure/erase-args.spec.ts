import { describe, expect, it } from '@jest/globals';
import { readArguments } from '#libs/command-line';
import { COMMAND } from './erase.command.js';
import { toErasureRequest } from './erase-args.js';

const parse = (argv: readonly string[]) => toErasureRequest(readArguments(COMMAND, argv));

const PARCEL = ['--courier', 'acme', '--tracking', ' ab 12 '];

describe('erase', () => {
  it('names a parcel by its normalised number, for every account or for one', () => {
    const parcel = { kind: 'parcel', courier: 'acme', trackingNumber: 'AB12', account: undefined, isAhead: false, dryRun: false };
    expect(parse(PARCEL)).toEqual(parcel);
    expect(parse([...PARCEL, '--user', '7', '--ahead', '--dry-run'])).toEqual({
      ...parcel,
      account: 7,
      isAhead: true,
      dryRun: true,
    });
  });

  it('names an order of an account', () => {
    expect(parse(['--user', '7', '--order', 'A-1', '--client', 'shop'])).toEqual({
      kind: 'order',
      account: 7,
      orderNo: 'A-1',
      client: 'shop',
      dryRun: false,
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
    [[...PARCEL, '--sql', 'x'], 'unknown option'],
  ])('refuses %j', (args, sentence) => {
    expect(() => parse(args)).toThrow(sentence);
  });
});
