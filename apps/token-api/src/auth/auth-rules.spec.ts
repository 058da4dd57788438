import { describe, expect, it } from '@jest/globals';
import { toTokenSecret } from '../tokens/token-secret.js';
import { readCredentials } from './credentials.js';
import { FailureCounts, loginDelayMs, sourceOf } from './failed-logins.service.js';
import { includesScope } from './scope.guard.js';

const secret = toTokenSecret(Uint8Array.from({ length: 32 }, (_, i) => i));

describe('credentials', () => {
  it.each([
    [undefined, secret, 'absent'],
    ['1', undefined, 'absent'],
    ['', secret, 'absent'],
    ['1', '', 'absent'],
    [undefined, undefined, 'absent'],
    ['one', secret, 'impossible'],
    ['1.0', secret, 'impossible'],
    ['-1', secret, 'impossible'],
    ['0', secret, 'impossible'],
    ['01', secret, 'impossible'],
    ['1e3', secret, 'impossible'],
    ['1, 2', secret, 'impossible'],
    ['9007199254740993', secret, 'impossible'],
    ['99999999999999999999', secret, 'impossible'],
    ['1', 'wrong', 'impossible'],
    ['1', secret, 'given'],
  ])('user %j, token %s… → %s', (user, token, kind) => {
    expect(readCredentials(user, token).kind).toBe(kind);
  });
});

describe('scopes', () => {
  it.each([
    ['read', [true, false, false]],
    ['write', [true, true, false]],
    ['generate', [true, true, true]],
  ] as const)('%s includes the lower scopes', (held, expected) => {
    expect((['read', 'write', 'generate'] as const).map((needed) => includesScope(held, needed))).toEqual(expected);
  });
});

describe('failed logins', () => {
  it('are answered at once at first, then after longer and longer delays, up to a limit', () => {
    expect([1, 50, 51, 90, 100, 1_000_000].map(loginDelayMs)).toEqual([0, 0, 5, 200, 250, 250]);
  });

  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::ffff:127.0.0.1', '127.0.0.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['fe80:1:2:3:4:5:6:7%eth0', 'fe80:1:2:3'],
    ['2001:db8::a:b:c:d', '2001:db8:0:0'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['', ''],
  ])('from %s are counted for %s', (address, expected) => {
    expect(sourceOf(address)).toBe(expected);
  });
});

describe('failures by key', () => {
  const counts = (): FailureCounts => new FailureCounts({ windowMs: 100, maxKeys: 3 });

  it('are counted per key, in a window that begins with the first failure', () => {
    const failures = counts();
    expect([failures.add('a', 0), failures.add('a', 99), failures.add('b', 99), failures.add('a', 100)]).toEqual([1, 2, 1, 1]);
  });

  it('fill no more than maxKeys, and a key that goes on failing is not forgotten', () => {
    const failures = counts();
    for (let i = 1; i <= 50; i++) {
      expect(failures.add('hammering', i)).toBe(i);
      failures.add(`passing ${i}`, i);
      expect(failures.size).toBeLessThanOrEqual(3);
    }
  });
});
