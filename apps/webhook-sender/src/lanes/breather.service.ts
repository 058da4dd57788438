import { performance } from 'node:perf_hooks';
import type { Clock } from '#libs/config';
import { wasBusySince } from './busyness.service.js';

/** A batch that finds a lane full waits this long before it spills: a receiver that takes 1,000/s has made room by then, and is as quick as the table. */
const BREATHER_MS = 500;
/** And so long while it is this process that has no time: the table would take more of it, and give none to whoever else waits. */
const BUSY_BREATHER_MS = 2_000;
const LOOK_MS = 10;

/** Holds batches back while their lanes make room, one after the other: room that is waited for is not given to who comes later. */
export class Breather {
  private last: Promise<void> = Promise.resolve();

  constructor(private readonly clock: Clock) {}

  /** Resolves in its turn, when there is room or has been none for a while. */
  breathe(hasRoom: () => boolean): Promise<void> {
    this.last = this.last.then(() => this.untilRoom(hasRoom));
    return this.last;
  }

  private async untilRoom(hasRoom: () => boolean): Promise<void> {
    const begunMs = this.clock.steadyMs();
    const begun = performance.eventLoopUtilization();
    const limitMs = (): number => (wasBusySince(begun) ? BUSY_BREATHER_MS : BREATHER_MS);
    while (!hasRoom()) {
      if (this.clock.steadyMs() - begunMs >= limitMs()) return;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }
}
