import type { AttemptReason } from '#libs/contracts';
import { isNotMade, type NotMade, type Outcome } from '../http/outcome.js';

/** What a receiver answered to one POST. */
export type PostAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly durationMs: number }
  | {
      readonly kind: 'failed';
      readonly outcome: (Outcome | NotMade)['kind'];
      readonly reason?: AttemptReason | undefined;
      readonly detail: string;
    };

export const toFailed = (end: Outcome | NotMade): PostAnswer => ({
  kind: 'failed',
  outcome: end.kind,
  reason: isNotMade(end) ? undefined : end.reason,
  detail: end.detail ?? '',
});
