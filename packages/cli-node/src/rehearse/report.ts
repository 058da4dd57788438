import type { Part, Tone } from '../output/output.js';
import type { Check, CheckState, Verdict } from './verdict.js';

export const WORDS: Readonly<Record<CheckState, string>> = { passed: 'ok', failed: 'FAILED', not_seen: 'not seen', reported: 'reported' };
const TONES: Readonly<Record<CheckState, Tone>> = { passed: 'good', failed: 'bad', not_seen: 'faint', reported: 'plain' };
const WIDTH = 10;
const INDENT = ' '.repeat(WIDTH);

/** The lines of the verdict. A failed check has all its evidence; the page and the JSON have the evidence of the others too. */
export const reportLines = (verdict: Verdict): Line[] => [...grouped(verdict.checks).flatMap(linesOf), [''], ...endOf(verdict)];

type Line = readonly Part[];

/** Puts checks together that saw nothing for the same reason. */
function grouped(checks: readonly Check[]): Check[] {
  const groups: Check[][] = [];
  for (const check of checks) {
    const last = groups.at(-1);
    if (last?.[0] && isAlike(last[0], check)) last.push(check);
    else groups.push([check]);
  }
  return groups.map((group) => ({ ...group[0]!, name: group.map(({ name }) => name).join('; ') }));
}

const isAlike = (one: Check, other: Check): boolean =>
  one.state === 'not_seen' && other.state === 'not_seen' && one.evidence[0] === other.evidence[0];

function linesOf({ name, state, evidence, advice }: Check): Line[] {
  const mark: Part = { text: WORDS[state].padEnd(WIDTH), tone: TONES[state] };
  const [first = '', ...rest] = evidence;
  const others = [...(state === 'failed' ? rest : []), ...(advice === undefined ? [] : [`→ ${advice}`])];
  return [[mark, `${name}: ${first}`], ...others.map((line) => [INDENT + line])];
}

function endOf({ result, checks, sent, notMade }: Verdict): Line[] {
  const count = (state: CheckState): number => checks.filter((each) => each.state === state).length;
  const cut =
    notMade > 0
      ? [[`${sent} ${sent === 1 ? 'webhook was' : 'webhooks were'} sent. The other ${notMade} were not: ${whyCut(result, sent)}.`]]
      : [];
  return [...cut, [summary(count('passed'), count('failed'), count('not_seen'))]];
}

const whyCut = (result: Verdict['result'], sent: number): string => {
  if (result === 'unreachable') return 'the receiver cannot be reached';
  return sent === 1 ? 'the receiver does not accept a usual webhook yet' : 'the receiver no longer answers';
};

const summary = (passed: number, failed: number, unseen: number): string =>
  [`${passed} checks passed`, ...(failed > 0 ? [`${failed} failed`] : []), ...(unseen > 0 ? [`${unseen} not seen`] : [])].join(', ') + '.';
