import { describe, expect, it } from '@jest/globals';
import { homeOf, ProxyRing } from './proxy-ring.js';

const REST_MS = 10_000;
const receivers = Array.from({ length: 60 }, (_, index) => `receiver-${index}`);

describe('a ring of three proxies', () => {
  it('spreads the receivers over all proxies, and each receiver keeps its proxy', () => {
    const ring = new ProxyRing(3, REST_MS);
    expect(new Set(receivers.map((receiver) => ring.of(receiver)))).toEqual(new Set([0, 1, 2]));
    const turns = (home: number): number[] => [0, 1, 2].map((step) => (home + step) % 3);
    expect(receivers.map((receiver) => ring.order(receiver, 0))).toEqual(receivers.map((receiver) => turns(homeOf(receiver, 3))));
  });

  it('keeps a receiver on another proxy while that proxy works, and returns it to its own when it is forgotten', () => {
    const ring = new ProxyRing(3, REST_MS);
    const home = ring.of('a');
    const next = (home + 1) % 3;
    ring.stay('a', next);
    expect([ring.of('a'), ring.order('a', 99_999)[0]]).toEqual([next, next]);
    ring.forget('a');
    expect(ring.of('a')).toBe(home);
  });

  it('asks a failed proxy last until it has rested or works again', () => {
    const ring = new ProxyRing(3, REST_MS);
    const home = ring.of('a');
    ring.failed(home, 1000);
    expect(ring.order('a', 1000)).toEqual([(home + 1) % 3, (home + 2) % 3, home]);
    expect(ring.order('a', 1000 + REST_MS)[0]).toBe(home);
    ring.works(home);
    expect(ring.order('a', 1000)[0]).toBe(home);
  });
});
