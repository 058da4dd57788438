import { describe, expect, it } from '@jest/globals';
import { classifyFailure } from '../http/outcome.js';
import { FailureAttribution } from '../dns/failure-attribution.js';
import { judgeNoTunnel, type NoTunnelFailure, type Refusal } from './tunnel-verdict.js';

const DOUBT_MS = 60_000;

function judged(given: readonly Refusal[], { isProven = true, waitedMs = 0 } = {}): NoTunnelFailure {
  const reach = new FailureAttribution(DOUBT_MS);
  for (let nowMs = 0; nowMs <= waitedMs; nowMs += 1000) reach.isFailureOf('target', nowMs);
  if (isProven) reach.reached('another', waitedMs + 1);
  const refusals = given.map((refusal, index) => ({ proxy: `p${index}:3128`, refusal }));
  return judgeNoTunnel({ target: 'target', refusals, faults: ['q:3128 ECONNREFUSED'] }, reach, waitedMs + 2);
}

const verdict = (...given: Parameters<typeof judged>): string => classifyFailure(judged(...given), { limit: { timeoutMs: 15_000 } }).kind;

describe('no tunnel through any proxy', () => {
  it.each<[string, Refusal[]]>([
    ['connection', [502, 502, 502]],
    ['connection', [503, 'silence', 403]],
    ['connection', ['hung up']],
    ['connection', [403, 500]],
    ['connection', [504, 599]],
    ['timeout', [504, 403]],
    ['timeout', [403, 'silence', 407]],
    ['proxy', [499, 407]],
    ['timeout', [504, 504, 504]],
    ['timeout', ['silence', 'silence']],
    ['proxy', [403, 407, 403]],
    ['proxy', [407]],
    ['local_fault', []],
  ])('is of class %s after %j, while others are reached', (kind, given) => {
    expect(verdict(given)).toBe(kind);
  });

  it.each<[Refusal[]]>([[[502, 502, 502]], [[504, 'silence']], [[403]], [[407]], [[]]])(
    'is our own fault after %j, while nobody is reached',
    (given) => {
      expect(verdict(given, { isProven: false })).toBe('local_fault');
    },
  );

  it('is the receiver’s when the doubt has lasted, but a password that every proxy refuses stays ours', () => {
    const long = { isProven: false, waitedMs: DOUBT_MS };
    const verdicts = ([[502], [407, 407], [407, 403], []] as const).map((given) => verdict(given, long));
    expect(verdicts).toEqual(['connection', 'local_fault', 'proxy', 'local_fault']);
  });

  it('names the proxies to the operator and never to the customer', () => {
    const reach = new FailureAttribution(DOUBT_MS);
    const tried = { target: 'target', refusals: [{ proxy: 'p:3128', refusal: 502 }], faults: [] };
    expect(judgeNoTunnel({ ...tried, faults: ['q:3128 ECONNREFUSED'] }, reach, 1).message).toContain('p:3128 502; q:3128 ECONNREFUSED');
    reach.reached('another', 2);
    expect(judgeNoTunnel(tried, reach, 3).message).toBe('none of the forward proxies could connect to it (502)');
  });

  it.each<[string, boolean, Refusal[]]>([
    ['E_UNREACHED', true, ['silence', 502]],
    ['E_UNREACHED', false, ['hung up', 504]],
    ['E_REFUSED_BY_PROXY', false, [403]],
  ])('is %s, late: %s, after %j', (code, isLate, given) => {
    const failure = judged(given);
    expect([failure.code, failure.isLate]).toEqual([code, isLate]);
  });
});
