import { describe, expect, it } from '@jest/globals';
import { MINUTE } from '#libs/config';
import type { LocalFault } from '../http/outcome.js';
import { isTheirs } from './local-fault.js';

const noWay: LocalFault = { kind: 'local_fault', side: 'machine', detail: 'connect ENETUNREACH', mayBeTheirs: true };
const noAddress: LocalFault = { kind: 'local_fault', side: 'machine', detail: 'bind EADDRNOTAVAIL' };

describe('a fault of our own', () => {
  it.each([
    ['for ten seconds, while others are answered', noWay, { triedMs: 11_000, answeredMs: 5000 }, true],
    ['for less, while others are answered', noWay, { triedMs: 10_999, answeredMs: 5000 }, false],
    ['while what others are answered began before it', noWay, { triedMs: 25_000, answeredMs: 1000 }, false],
    ['for half an hour, with nobody answered', noWay, { triedMs: 1000 + 30 * MINUTE, answeredMs: -Infinity }, true],
    ['that no address can make, however long', noAddress, { triedMs: 1000 + 60 * MINUTE, answeredMs: 5000 }, false],
  ])('%s', (_, fault, seen, expected) => {
    expect(isTheirs(fault, { begunMs: 1000, ...seen })).toBe(expected);
  });
});
