import type { Clock } from '#libs/config';
import { Busyness } from './busyness.service.js';
import { JUST_MS, JustBegun } from './just-begun.js';

/** While this process is the slow one, more POSTs at once take more sockets and memory, and none comes to its end any sooner. */
export class Haste {
  private readonly posts = new JustBegun();
  private readonly busyness: Busyness;
  private nextLook: NodeJS.Timeout | undefined;

  /** @param onLook called a moment after haste was in vain: all that were begun may hang, and then nobody else asks for a while */
  constructor(
    private readonly clock: Clock,
    private readonly onLook: () => void,
  ) {
    this.busyness = new Busyness(clock);
  }

  /** @returns to be called when the POST has ended */
  begin(receiverId: string): () => void {
    return this.posts.begin(receiverId, this.clock.steadyMs());
  }

  get isInVain(): boolean {
    return this.busyness.isBusy && this.posts.areEnough(this.clock.steadyMs()) && this.lookAgain();
  }

  /** The same for one receiver. @param waiting of its attempts, in memory */
  isInVainFor(receiverId: string, waiting: number): boolean {
    return this.busyness.isBusy && this.posts.areEnoughFor(receiverId, waiting, this.clock.steadyMs()) && this.lookAgain();
  }

  private lookAgain(): true {
    this.nextLook ??= setTimeout(() => this.look(), JUST_MS);
    return true;
  }

  private look(): void {
    this.nextLook = undefined;
    this.onLook();
  }
}
