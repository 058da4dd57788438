import type { Part, Tone } from '../output/output.js';
import type { Check, CheckState, Verdict } from './verdict.js';

export const WORDS: Readonly<Record<CheckState, string>> = { passed: 'ok', failed: 'FAILED', not_seen: 'not seen', reported: 'reported' };
const TONES: Readonly<Record<CheckState, Tone>> = { passed: 'good', failed: 'bad', not_seen: 'faint', reported: 'plain' };
const WIDTH = 10;
const INDENT = ' '.repeat(WIDTH);

/** The lines of the verdict. A failed check has all its evidence; the page and the JSON have the evidence of the others too. */
export function reportLines(verdict: Verdict): (readonly Part[])[] {
  return [...verdict.checks.flatMap((check, index) => linesOf(check, verdict.checks[index - 1])), [''], ...endOf(verdict)];
}

/** The same advice about several checks is written once. */
function linesOf({ name, state, evidence, advice }: Check, before: Check | undefined): (readonly Part[])[] {
  const isNew = advice !== undefined && advice !== before?.advice;
  const mark: Part = { text: WORDS[state].padEnd(WIDTH), tone: TONES[state] };
  const [first = '', ...rest] = evidence;
  const others = state === 'failed' ? rest : [];
  return [[mark, `${name}: ${first}`], ...others.map((line) => [`${INDENT}${line}`]), ...(isNew ? [[`${INDENT}→ ${advice}`]] : [])];
}

function endOf({ result, checks, sent, notMade }: Verdict): (readonly Part[])[] {
  const count = (state: CheckState): number => checks.filter((each) => each.state === state).length;
  const cut = notMade > 0 ? [[`${sent} webhooks were sent. The other ${notMade} were not: ${whyCut(result, sent)}.`]] : [];
  return [...cut, [summary(count('passed'), count('failed'), count('not_seen'))]];
}

const whyCut = (result: Verdict['result'], sent: number): string => {
  if (result === 'unreachable') return 'the receiver cannot be reached';
  return sent === 1 ? 'the receiver does not accept a usual webhook yet' : 'the receiver no longer answers';
};

const summary = (passed: number, failed: number, unseen: number): string =>
  [`${passed} checks passed`, ...(failed > 0 ? [`${failed} failed`] : []), ...(unseen > 0 ? [`${unseen} not seen`] : [])].join(', ') + '.';
