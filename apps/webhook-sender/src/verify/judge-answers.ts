import type { PlannedCheck } from './plan-checks.js';

/** What a receiver answered to one POST. */
export type PostAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly durationMs: number }
  | { readonly kind: 'failed'; readonly detail: string };

export interface Verdict {
  readonly name: string;
  readonly isPassed: boolean;
  /** What was seen. */
  readonly seen: string;
  /** What to do; only when it has not passed. */
  readonly advice?: string;
}

/** A check passes when every one of its posts was answered as it wants; else the first that was not is told. */
export function judgeAnswers({ name, expects, advice }: PlannedCheck, answers: readonly PostAnswer[]): Verdict {
  const wrong = answers.find((answer) => !isAsExpected(answer, expects));
  const seen = wrong ?? answers.at(-1);
  const text = seen ? describe(seen) : 'nothing was sent';
  return wrong || !seen ? { name, isPassed: false, seen: text, advice } : { name, isPassed: true, seen: text };
}

function isAsExpected(answer: PostAnswer, expects: PlannedCheck['expects']): boolean {
  if (answer.kind === 'failed') return false;
  const first = Math.floor(answer.status / 100);
  return expects === 'accepted' ? first === 2 : first === 4;
}

const describe = (answer: PostAnswer): string =>
  answer.kind === 'failed' ? answer.detail : `status ${answer.status} after ${Math.round(answer.durationMs)} ms`;

/** The report line by line, what to do below what has failed. */
export function reportLines(verdicts: readonly Verdict[]): string[] {
  const failed = verdicts.filter(({ isPassed }) => !isPassed).length;
  const lines = verdicts.flatMap(({ name, isPassed, seen, advice }) => [
    `${isPassed ? 'ok    ' : 'FAILED'}  ${name}: ${seen}`,
    ...(advice === undefined ? [] : [`        → ${advice}`]),
  ]);
  return [...lines, '', failed === 0 ? `All ${verdicts.length} checks passed.` : `${failed} of ${verdicts.length} checks failed.`];
}
