// For those who write a receiver: practice webhooks to it, each check with its verdict and what to do.
import { randomUUID } from 'node:crypto';
import type { CommandOutcome } from '#libs/observability';
import { type Given } from './verify/advice.js';
import { judgeAnswers, type PostAnswer, reportLines, type Verdict } from './verify/judge-answers.js';
import { planChecks, type PlannedCheck } from './verify/plan-checks.js';
import { parseVerifyArgs, VERIFY_USAGE, type VerifyArgs } from './verify/verify-args.js';
import { VerifyClient } from './verify/verify.client.js';

export const COMMAND = { usage: VERIFY_USAGE, parse: parseVerifyArgs, run: verify };
const FAILED = 1;

async function verify(args: VerifyArgs): Promise<CommandOutcome> {
  const client = new VerifyClient(args);
  try {
    const checks = planChecks({ ...args, nowMs: Date.now(), newId: randomUUID });
    const given = { hasSecret: args.secret !== undefined, hasCredentials: Object.keys(args.headers).length > 0 };
    const verdicts = await verdictsOf(client, checks, given);
    const unchecked = args.secret ? [] : ['Signatures were not checked: give the receiver’s signing secret by --secret.'];
    return {
      output: [...reportLines(verdicts, checks.length - verdicts.length), ...unchecked].join('\n'),
      exitCode: verdicts.every(({ isPassed }) => isPassed) ? 0 : FAILED,
    };
  } finally {
    await client.close();
  }
}

async function verdictsOf(client: VerifyClient, checks: readonly PlannedCheck[], given: Given): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const check of checks) {
    verdicts.push(judgeAnswers(check, await answersOf(client, check), given));
    // One that takes no usual webhook takes no other: the advice of the later checks would only mislead.
    if (verdicts[0]?.isPassed === false) break;
  }
  return verdicts;
}

async function answersOf(client: VerifyClient, { posts }: PlannedCheck): Promise<PostAnswer[]> {
  const answers: PostAnswer[] = [];
  for (const post of posts) answers.push(await client.post(post));
  return answers;
}
