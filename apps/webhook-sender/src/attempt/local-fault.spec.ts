import { describe, expect, it } from '@jest/globals';
import { MINUTE } from '#libs/config';
import type { LocalFault } from '../http/outcome.js';
import { isTheirs } from './local-fault.js';

const noWay: LocalFault = { kind: 'local_fault', side: 'machine', detail: 'connect ENETUNREACH', mayBeTheirs: true };
const noAddress: LocalFault = { kind: 'local_fault', side: 'machine', detail: 'bind EADDRNOTAVAIL' };

describe('a local fault counts against the receiver', () => {
  it.each([
    ['after ten seconds, when other receivers answer', noWay, { triedMs: 11_000, answeredMs: 5000 }, true],
    ['not before ten seconds, when other receivers answer', noWay, { triedMs: 10_999, answeredMs: 5000 }, false],
    ['not while all answered POSTs began before the fault', noWay, { triedMs: 25_000, answeredMs: 1000 }, false],
    ['after half an hour, when no receiver answers', noWay, { triedMs: 1000 + 30 * MINUTE, answeredMs: -Infinity }, true],
    ['never, when no address can cause it', noAddress, { triedMs: 1000 + 60 * MINUTE, answeredMs: 5000 }, false],
  ])('%s', (_, fault, seen, expected) => {
    expect(isTheirs(fault, { begunMs: 1000, ...seen })).toBe(expected);
  });
});
