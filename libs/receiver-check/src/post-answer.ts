import type { AttemptReason, OutcomeClass } from '#libs/contracts';
import type { PlannedPost } from './plan-checks.js';

/** What a receiver answered to one POST. */
export type PostAnswer =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly durationMs: number;
      /** The beginning of the body, on one line; absent = not kept. */
      readonly text?: string;
    }
  | {
      readonly kind: 'failed';
      readonly outcome: OutcomeClass | 'local_fault' | 'resting';
      readonly reason?: AttemptReason | undefined;
      readonly detail: string;
    };

/** Makes one POST. It never throws: a failure is an answer too. */
export type Post = (post: PlannedPost) => Promise<PostAnswer>;
