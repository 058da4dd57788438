import { describe, expect, it } from '@jest/globals';
import { FailureAttribution } from '../addresses/failure-attribution.js';
import { judgeNoTunnel, type NoTunnelFailure, type Refusal } from './tunnel-verdict.js';

const DOUBT_MS = 60_000;

function judged(given: readonly Refusal[], { isProven = true, waitedMs = 0 } = {}): NoTunnelFailure {
  const reach = new FailureAttribution(DOUBT_MS);
  for (let nowMs = 0; nowMs <= waitedMs; nowMs += 1000) reach.isFailureOf('target', nowMs);
  if (isProven) reach.reached('another', waitedMs + 1);
  const refusals = given.map((refusal, index) => ({ proxy: `p${index}:3128`, refusal }));
  return judgeNoTunnel({ target: 'target', refusals, faults: ['q:3128 ECONNREFUSED'] }, reach, waitedMs + 2);
}

const verdict = (...given: Parameters<typeof judged>): string => judged(...given).code;

describe('no tunnel through any proxy', () => {
  it.each<[string, Refusal[]]>([
    ['E_UNREACHED', [502, 502, 502]],
    ['E_UNREACHED', [503, 'silence', 403]],
    ['E_UNREACHED', ['hung up']],
    ['E_UNREACHED', [403, 500]],
    ['E_UNREACHED', [504, 599]],
    ['E_UNANSWERED', [504, 403]],
    ['E_UNANSWERED', [403, 'silence', 407]],
    ['E_REFUSED_BY_PROXY', [499, 407]],
    ['E_UNANSWERED', [504, 504, 504]],
    ['E_UNANSWERED', ['silence', 'silence']],
    ['E_REFUSED_BY_PROXY', [403, 407, 403]],
    ['E_REFUSED_BY_PROXY', [407]],
    ['E_PROXY', []],
  ])('is %s after %j, while other targets are reached', (code, given) => {
    expect(verdict(given)).toBe(code);
  });

  it.each<[Refusal[]]>([[[502, 502, 502]], [[504, 'silence']], [[403]], [[407]], [[]]])(
    'is a local fault after %j, while no other target is reached',
    (given) => {
      expect(verdict(given, { isProven: false })).toBe('E_PROXY');
    },
  );

  it('is the receiver’s fault after a long doubt, but a password that every proxy refuses stays a local fault', () => {
    const long = { isProven: false, waitedMs: DOUBT_MS };
    const verdicts = ([[502], [407, 407], [407, 403], []] as const).map((given) => verdict(given, long));
    expect(verdicts).toEqual(['E_UNREACHED', 'E_PROXY', 'E_REFUSED_BY_PROXY', 'E_PROXY']);
  });

  it('names the proxies to the operator, never to the customer', () => {
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
