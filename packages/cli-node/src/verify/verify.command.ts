// `parcel-webhooks verify`: the checks of `receiver:verify`, from the machine of the customer.
import { randomUUID } from 'node:crypto';
import { Command } from 'commander';
import { type CheckArgs, runChecks } from '#libs/receiver-check';
import type { Place } from './place.js';
import { ReceiverClient } from './receiver.client.js';
import { type ReceiverOptions, toReceiver, withReceiverOptions } from './receiver-options.js';

const SUMMARY = 'send practice webhooks to a receiver and check its answers';
const MORE = `
The parcel numbers of practice webhooks begin with TEST.
Exit codes: 0 every check passed, 1 a check failed, 2 wrong command line or file.`;

export const verifyCommand = (place: Place): Command =>
  withReceiverOptions(new Command('verify'), 'only this format; default both')
    .summary(SUMMARY)
    .description(`${SUMMARY}: for each check, whether it passed and what to do`)
    .addHelpText('after', MORE)
    .action(async (url: string, options: ReceiverOptions) => {
      place.output.useJson(options.json === true);
      await verify(toReceiver(url, options), place);
    });

async function verify(args: CheckArgs, { output, end }: Place): Promise<void> {
  const client = new ReceiverClient(args);
  try {
    const { json, text = [], exitCode = 0 } = await runChecks((post) => client.post(post), args, { nowMs: Date.now(), newId: randomUUID });
    output.value(json);
    for (const line of [text].flat()) output.line(line);
    end(exitCode);
  } finally {
    client.close();
  }
}
