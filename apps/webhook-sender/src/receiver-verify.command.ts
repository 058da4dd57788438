// For people who write a receiver: sends practice webhooks and prints a verdict and advice for each check.
import { randomUUID } from 'node:crypto';
import { choice, type CommandOutcome, defineCommand, optional, repeated, required, wholeNumber } from '#libs/command-line';
import { WEBHOOK_FORMATS } from '#libs/contracts';
import { type CheckArgs, runChecks, toCheckArgs } from '#libs/receiver-check';
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
  run: (values) => verify(toCheckArgs(values)),
});

async function verify(args: CheckArgs): Promise<CommandOutcome> {
  const client = new VerifyClient(args);
  try {
    return await runChecks((post) => client.post(post), args, { nowMs: Date.now(), newId: randomUUID });
  } finally {
    await client.close();
  }
}
