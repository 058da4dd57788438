import { Multiset } from './multiset.js';

/** Enough for a busy process never to wait for receivers that answer at once. */
const ENOUGH = 64;
/** The same for one receiver: so many, and more where more than so many times as many wait. */
const ENOUGH_FOR_ONE = 2;
const WAITING_FOR_EACH = 4;
/** A POST that has been under way for longer waits for its receiver. */
export const JUST_MS = 100;

interface Post {
  readonly receiverId: string;
  readonly begunMs: number;
}

/** POSTs that were begun a moment ago and have no answer yet. Those that hang do not count: however many they are, others may begin. */
export class JustBegun {
  /** In the order in which they were begun; without those that have ended, and those that were found to be no longer just begun. */
  private readonly posts = new Set<Post>();
  private readonly receivers = new Multiset();

  /** @returns to be called when it has ended */
  begin(receiverId: string, nowMs: number): () => void {
    const post = { receiverId, begunMs: nowMs };
    this.posts.add(post);
    this.receivers.add(receiverId);
    return () => this.forget(post);
  }

  areEnough(nowMs: number): boolean {
    this.forgetOld(nowMs);
    return this.posts.size >= ENOUGH;
  }

  /**
   * A connection for each of a burst of four would lie idle afterwards; a receiver that has most of the traffic has more that wait, and gets more.
   * @param waiting of this receiver
   */
  areEnoughFor(receiverId: string, waiting: number, nowMs: number): boolean {
    this.forgetOld(nowMs);
    return this.receivers.countOf(receiverId) >= Math.max(ENOUGH_FOR_ONE, waiting / WAITING_FOR_EACH);
  }

  private forgetOld(nowMs: number): void {
    for (const post of this.posts) {
      if (nowMs - post.begunMs <= JUST_MS) return;
      this.forget(post);
    }
  }

  private forget(post: Post): void {
    if (this.posts.delete(post)) this.receivers.remove(post.receiverId);
  }
}
