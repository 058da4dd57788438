import { describe, expect, it } from '@jest/globals';
import { Membership } from './membership.js';

const limits = { sessionMs: 10_000, stuckAfterMs: 120_000 };
const joinedAt = (nowMs: number): Membership => {
  const membership = new Membership(limits, 0);
  membership.joined(nowMs, 0);
  return membership;
};

describe('a member', () => {
  it('is sure of its partitions until a tenth of its session before the session can end', () => {
    const membership = joinedAt(1_000);
    expect([9_999, 10_000, 13_000].map((nowMs) => membership.isSure(nowMs))).toEqual([true, false, false]);
    membership.confirmed(13_000, 20);
    expect(membership.isSure(21_900)).toBe(true);
  });

  it.each([
    ['a shorter session is sure until a second before its end', 3_000, 2_000],
    ['a longer session is sure until a tenth before its end', 60_000, 54_000],
  ])('of %s', (_, sessionMs, sureMs) => {
    const membership = new Membership({ ...limits, sessionMs }, 0);
    membership.joined(1_000, 0);
    expect([sureMs - 1, sureMs].map((ms) => membership.isSure(1_000 + ms))).toEqual([true, false]);
  });

  it('is not made sure by an answer that waited unread while the process was suspended', () => {
    const membership = joinedAt(1_000);
    membership.confirmed(31_000, 29_500);
    expect(membership.isSure(31_000)).toBe(false);
    expect(membership.complaint(31_000)).toContain('no answer from its consumer group for 29500 ms');
  });

  it('is not sure of its partitions while the group rebalances', () => {
    const membership = joinedAt(1_000);
    membership.left();
    expect([membership.isSure(1_100), membership.complaint(1_100)]).toEqual([false, 'has not joined its consumer group']);
    membership.joined(1_200, 10);
    expect([membership.isSure(1_300), membership.complaint(1_300)]).toEqual([true, undefined]);
  });

  it('begins a new generation whenever partitions go and whenever they come', () => {
    const membership = new Membership(limits, 0);
    const generations = [
      () => membership.joined(1_000, 0),
      () => membership.left(),
      () => membership.joined(1_200, 0),
      () => membership.joined(1_300, 0),
      () => membership.left(),
      () => membership.left(),
    ].map((change) => {
      const before = membership.generation;
      change();
      return membership.generation > before;
    });
    expect(generations).toEqual([true, true, true, true, true, true]);
  });

  it('has not joined before its first join', () => {
    const membership = new Membership(limits, 0);
    expect([membership.isJoined, membership.isSure(1), membership.complaint(1)]).toEqual([
      false,
      false,
      'has not joined its consumer group',
    ]);
  });

  it('is not confirmed into the future when the wall clock is set back while it waits for an answer', () => {
    const membership = joinedAt(1_000);
    membership.confirmed(2_000, -3_600_000);
    expect(membership.isSure(11_500)).toBe(false);
  });
});

describe('a client', () => {
  it('without a sign of life is at fault after `stuckAfterMs`', () => {
    const membership = joinedAt(1_000);
    expect(membership.fault(121_000)).toBeUndefined();
    expect(membership.fault(121_001)).toBe('no sign of the broker for 120001 ms');
  });

  it('that sends heartbeats and never joins is at fault after five times as long', () => {
    const membership = joinedAt(0);
    membership.left();
    for (let nowMs = 0; nowMs <= 600_000; nowMs += 60_000) membership.confirmed(nowMs, 5);
    expect(membership.fault(600_000)).toBeUndefined();
    expect(membership.fault(600_001)).toBe('not a confirmed member of its group for 600001 ms');
  });

  it('that tries and fails is at fault after five times as long', () => {
    const membership = joinedAt(0);
    for (let nowMs = 0; nowMs <= 600_000; nowMs += 60_000) membership.alive(nowMs);
    expect(membership.fault(600_000)).toBeUndefined();
    expect(membership.fault(600_001)).toBe('not a confirmed member of its group for 600001 ms');
  });
});
