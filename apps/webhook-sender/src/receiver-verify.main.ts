// For those who write a receiver: practice webhooks to it, each check with its verdict and what to do.
import { randomUUID } from 'node:crypto';
import { judgeAnswers, type PostAnswer, reportLines, type Verdict } from './verify/judge-answers.js';
import { planChecks, type PlannedCheck } from './verify/plan-checks.js';
import { parseVerifyArgs, USAGE, type VerifyArgs } from './verify/verify-args.js';
import { VerifyClient } from './verify/verify.client.js';

const FAILED = 1;
const BAD_USAGE = 2;

process.exitCode = await run(process.argv.slice(2));

async function run(argv: readonly string[]): Promise<number> {
  if (argv.includes('--help')) {
    process.stdout.write(USAGE);
    return 0;
  }
  try {
    return await verify(parseVerifyArgs(argv));
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${USAGE}`);
    return BAD_USAGE;
  }
}

async function verify(args: VerifyArgs): Promise<number> {
  const client = new VerifyClient(args);
  try {
    const verdicts = await verdictsOf(client, planChecks({ ...args, nowMs: Date.now(), newId: randomUUID }));
    process.stdout.write(`${reportLines(verdicts).join('\n')}\n`);
    if (!args.secret) process.stdout.write('Signatures were not checked: give the receiver’s signing secret by --secret.\n');
    return verdicts.every(({ isPassed }) => isPassed) ? 0 : FAILED;
  } finally {
    await client.close();
  }
}

async function verdictsOf(client: VerifyClient, checks: readonly PlannedCheck[]): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const check of checks) {
    const answers = await answersOf(client, check);
    verdicts.push(judgeAnswers(check, answers));
    // Where nobody answers there is nothing else to find out.
    if (verdicts.length === 1 && answers[0]?.kind === 'failed') break;
  }
  return verdicts;
}

async function answersOf(client: VerifyClient, { posts }: PlannedCheck): Promise<PostAnswer[]> {
  const answers: PostAnswer[] = [];
  for (const post of posts) answers.push(await client.post(post));
  return answers;
}
