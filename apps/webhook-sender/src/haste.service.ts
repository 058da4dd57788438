import { performance } from 'node:perf_hooks';
import type { Clock } from '#libs/config';
import { wasBusySince } from './busyness.service.js';
import { JUST_MS, JustBegun } from './delivery/just-begun.js';

const WINDOW_MS = 200;

/** While this process is the slow one, more POSTs at once take more sockets and memory, and none comes to its end any sooner. */
export class Haste {
  private readonly posts = new JustBegun();
  private last = performance.eventLoopUtilization();
  private lookedMs = -Infinity;
  private wasBusy = false;
  private nextLook: NodeJS.Timeout | undefined;

  /** @param onLook called a moment after haste was in vain: all that were begun may hang, and then nobody else asks for a while */
  constructor(
    private readonly clock: Clock,
    private readonly onLook: () => void,
  ) {}

  /** @returns to be called when the POST has ended */
  begin(): () => void {
    return this.posts.begin(this.clock.steadyMs());
  }

  get isInVain(): boolean {
    if (!this.isBusy || !this.posts.areEnough(this.clock.steadyMs())) return false;
    this.nextLook ??= setTimeout(() => this.look(), JUST_MS);
    return true;
  }

  private look(): void {
    this.nextLook = undefined;
    this.onLook();
  }

  /** As of the last look: whether the event loop has hardly a moment to spare. */
  private get isBusy(): boolean {
    const nowMs = this.clock.steadyMs();
    if (nowMs - this.lookedMs < WINDOW_MS) return this.wasBusy;
    this.wasBusy = wasBusySince(this.last);
    [this.last, this.lookedMs] = [performance.eventLoopUtilization(), nowMs];
    return this.wasBusy;
  }
}
