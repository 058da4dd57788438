// For people who write a receiver: sends practice webhooks and prints a verdict and advice for each check.
import { randomUUID } from 'node:crypto';
import { choice, type CommandOutcome, defineCommand, optional, repeated, required, wholeNumber } from '#libs/command-line';
import { WEBHOOK_FORMATS } from '#libs/contracts';
import { type Given } from './verify/advice.js';
import { judgeAnswers, reportLines, type Verdict } from './verify/judge-answers.js';
import { planChecks, type PlannedCheck } from './verify/plan-checks.js';
import type { PostAnswer } from './verify/post-answer.js';
import { toVerifyArgs, type VerifyArgs } from './verify/verify-args.js';
import { VerifyClient } from './verify/verify.client.js';

export const COMMAND = defineCommand({
  name: 'receiver:verify',
  summary: 'sends practice webhooks to your own receiver and checks its answers',
  more: 'prints for each check whether it passed and what to do; exits with 1 if a check failed; the parcel numbers of practice webhooks begin with TEST',
  args: { url: required('<url>', 'the HTTPS URL of the receiver') },
  options: {
    secret: optional('--secret <whsec_…>', 'the signing secret: signs the webhooks and checks that wrong signatures are refused', {
      isSecret: true,
    }),
    headers: repeated('--header <NAME: VALUE>', 'a header that your receiver requires; may be repeated', { isSecret: true }),
    basic: optional('--basic <USER:PASSWORD>', 'HTTP Basic', { isSecret: true }),
    format: choice('--format <format>', 'only this format; default both', WEBHOOK_FORMATS),
    timeoutMs: optional('--timeout-ms <number>', "the receiver's timeoutMs, default 15000", { read: wholeNumber(100, 999_999) }),
    ca: optional('--ca <file>', 'also trusts the certificates of this authority (PEM)'),
  },
  reads: [],
  run: (values) => verify(toVerifyArgs(values)),
});
const FAILED = 1;

async function verify(args: VerifyArgs): Promise<CommandOutcome> {
  const client = new VerifyClient(args);
  try {
    const checks = planChecks({ ...args, nowMs: Date.now(), newId: randomUUID });
    const given = { hasSecret: args.secret !== undefined, hasCredentials: Object.keys(args.headers).length > 0 };
    const verdicts = await verdictsOf(client, checks, given);
    const unchecked = args.secret ? [] : ['Signatures were not checked: give the receiver’s signing secret by --secret.'];
    return {
      json: { checks: verdicts, notMade: checks.length - verdicts.length, isSignatureChecked: args.secret !== undefined },
      text: [...reportLines(verdicts, checks.length - verdicts.length), ...unchecked],
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
    // A receiver that refuses the usual webhook refuses the others too: the advice of later checks would mislead.
    if (verdicts[0]?.isPassed === false) break;
  }
  return verdicts;
}

async function answersOf(client: VerifyClient, { posts }: PlannedCheck): Promise<PostAnswer[]> {
  const answers: PostAnswer[] = [];
  for (const post of posts) answers.push(await client.post(post));
  return answers;
}
