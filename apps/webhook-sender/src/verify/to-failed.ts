import type { PostAnswer } from '#libs/receiver-check';
import { isNotMade, type NotMade, type Outcome } from '../http/outcome.js';

export const toFailed = (end: Outcome | NotMade): PostAnswer => ({
  kind: 'failed',
  outcome: end.kind,
  reason: isNotMade(end) ? undefined : end.reason,
  detail: end.detail ?? '',
});
