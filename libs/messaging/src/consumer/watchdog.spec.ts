import { describe, expect, it } from '@jest/globals';
import { Membership } from './membership.js';
import { Watchdog } from './watchdog.js';

const HOUR_MS = 3_600_000;

function watched() {
  const time = { wallMs: 1_800_000_000_000, steadyMs: 5_000, callMs: 0 };
  const told: (string | number)[] = [];
  const membership = new Membership({ sessionMs: 10_000, stuckAfterMs: 120_000 }, time.steadyMs);
  const clock = { nowMs: () => time.wallMs, steadyMs: () => time.steadyMs };
  const watchdog = new Watchdog(clock, {
    stuckAfterMs: 120_000,
    sessionMs: 10_000,
    longestCallMs: () => time.callMs,
    membership,
    onStuck: (why) => told.push(why),
    onSetBack: (setBackMs) => told.push(setBackMs),
  });
  const look = ({ wallMs, steadyMs = 1_000 }: { wallMs: number; steadyMs?: number }): void => {
    time.wallMs += wallMs;
    time.steadyMs += steadyMs;
    watchdog.look();
  };
  return { time, told, membership, look };
}

describe('the watchdog', () => {
  it('reports once that the clock was set back, and ignores a clock that was set forward or corrected a little', () => {
    const { told, look } = watched();
    look({ wallMs: 1_000 });
    look({ wallMs: HOUR_MS });
    look({ wallMs: -3_000 });
    expect(told).toEqual([]);
    look({ wallMs: 1_000 - HOUR_MS });
    look({ wallMs: 1_000 });
    expect(told).toEqual([HOUR_MS]);
  });

  it('does not take a changed clock for a stuck client', () => {
    const { told, membership, look, time } = watched();
    for (let turn = 0; turn < 10; turn++) {
      membership.confirmed(time.steadyMs, 5);
      look({ wallMs: turn % 2 === 0 ? HOUR_MS : 1_000 });
    }
    expect(told).toEqual([]);
  });

  it('reports an endless batch and a silent client', () => {
    const { told, look, time } = watched();
    time.callMs = 130_000;
    look({ wallMs: 1_000 });
    time.callMs = 0;
    look({ wallMs: 121_000, steadyMs: 121_000 });
    expect(told).toEqual(['a batch makes no progress for 130000 ms', 'no sign of the broker for 122000 ms']);
  });
});
