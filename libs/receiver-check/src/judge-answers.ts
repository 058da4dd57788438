import { adviceOn, type Given } from './advice.js';
import type { PlannedCheck } from './plan-checks.js';
import type { PostAnswer } from './post-answer.js';

export interface Verdict {
  readonly name: string;
  readonly isPassed: boolean;
  /** What happened, in words. */
  readonly seen: string;
  /** What to do; only for a failed check. */
  readonly advice?: string;
}

/** A check passes when each of its posts gets the expected answer; otherwise the first wrong answer is reported. */
export function judgeAnswers({ name, expects, advice }: PlannedCheck, answers: readonly PostAnswer[], given: Given): Verdict {
  const wrong = answers.find((answer) => !isAsExpected(answer, expects));
  const seen = wrong ?? answers.at(-1);
  if (!seen) return { name, isPassed: false, seen: 'nothing was sent' };
  if (!wrong) return { name, isPassed: true, seen: describe(seen) };
  const general = adviceOn(wrong, given);
  return { name, isPassed: false, seen: describe(wrong), advice: wrong.kind === 'failed' ? general : (advice ?? general) };
}

function isAsExpected(answer: PostAnswer, expects: PlannedCheck['expects']): boolean {
  if (answer.kind === 'failed') return false;
  const first = Math.floor(answer.status / 100);
  return expects === 'accepted' ? first === 2 : first === 4;
}

const describe = (answer: PostAnswer): string =>
  answer.kind === 'failed' ? answer.detail : `status ${answer.status} after ${Math.round(answer.durationMs)} ms`;

/**
 * The lines of the report; advice follows a failed check.
 * @param leftOut the number of checks that were not made
 */
export function reportLines(verdicts: readonly Verdict[], leftOut = 0): string[] {
  const failed = verdicts.filter(({ isPassed }) => !isPassed).length;
  const lines = verdicts.flatMap(({ name, isPassed, seen, advice }) => [
    `${isPassed ? 'ok    ' : 'FAILED'}  ${name}: ${seen}`,
    ...(advice === undefined ? [] : [`        → ${advice}`]),
  ]);
  if (leftOut > 0) lines.push('', `The other ${leftOut} checks were not made: the receiver does not accept a usual webhook yet.`);
  return [...lines, '', failed === 0 ? `All ${verdicts.length} checks passed.` : `${failed} of ${verdicts.length} checks failed.`];
}
