import type { CommandOutcome } from '#libs/command-line';
import type { Given } from './advice.js';
import type { CheckArgs } from './check-args.js';
import { judgeAnswers, reportLines, type Verdict } from './judge-answers.js';
import { planChecks, type PlannedCheck, type PlanInput } from './plan-checks.js';
import type { Post, PostAnswer } from './post-answer.js';

const FAILED = 1;

/** What a plan needs besides the arguments: the time, and new ids. */
export type Moment = Pick<PlanInput, 'nowMs' | 'newId'>;

/** Makes all checks, and returns the report and the exit code of the command. */
export async function runChecks(post: Post, args: CheckArgs, moment: Moment): Promise<CommandOutcome> {
  const checks = planChecks({ ...args, ...moment });
  const verdicts = await verdictsOf(post, checks, givenIn(args));
  const unchecked = args.secret ? [] : [`Signatures were not checked: give the receiver’s signing secret by ${args.secretOption}.`];
  return {
    json: { checks: verdicts, notMade: checks.length - verdicts.length, isSignatureChecked: args.secret !== undefined },
    text: [...reportLines(verdicts, checks.length - verdicts.length), ...unchecked],
    exitCode: verdicts.every(({ isPassed }) => isPassed) ? 0 : FAILED,
  };
}

/** Tells the advice what was given. */
export const givenIn = ({ secret, headers, secretOption }: CheckArgs): Given => ({
  secretOption,
  hasSecret: secret !== undefined,
  hasCredentials: Object.keys(headers).length > 0,
});

async function verdictsOf(post: Post, checks: readonly PlannedCheck[], given: Given): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const check of checks) {
    verdicts.push(judgeAnswers(check, await answersOf(post, check), given));
    // A receiver that refuses the usual webhook refuses the others too: the advice of later checks would mislead.
    if (verdicts[0]?.isPassed === false) break;
  }
  return verdicts;
}

async function answersOf(post: Post, { posts }: PlannedCheck): Promise<PostAnswer[]> {
  const answers: PostAnswer[] = [];
  for (const each of posts) answers.push(await post(each));
  return answers;
}
