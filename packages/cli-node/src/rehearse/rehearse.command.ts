// `parcel-webhooks rehearse`: plays lives of practice parcels to a receiver, and judges it.
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { Command } from 'commander';
import { type CheckArgs, isLoopback, type PostAnswer } from '#libs/receiver-check';
import { CliError, EXIT, usageError } from '../cli-error.js';
import { wholeNumber } from '../commands/cli.js';
import type { Place } from '../verify/place.js';
import { ReceiverClient } from '../verify/receiver.client.js';
import { type ReceiverOptions, refuseCredentials, toReceiver, withReceiverOptions } from '../verify/receiver-options.js';
import { judgeRehearsal } from './judge-rehearsal.js';
import { toPage } from './page.js';
import { perform } from './perform.js';
import { planRehearsal } from './plan-rehearsal.js';
import { readBack } from './read-back.client.js';
import { expectedParcels } from './reading.js';
import { reportLines } from './report.js';
import { type Step, toPost } from './step.js';
import type { Verdict } from './verdict.js';

interface Options extends ReceiverOptions {
  readonly readBack?: string;
  readonly page?: string;
  readonly yes?: boolean;
  readonly pauseMs: number;
  readonly settleMs: number;
}

const SUMMARY = 'play lives of practice parcels to a receiver, and judge it';
const MORE = `
The webhooks come from this machine. Nothing passes through the service, and nothing is stored there.
The parcels do not exist: their numbers begin with TEST, and are new in each rehearsal.
Exit codes: 0 no check failed, 1 a check failed, 2 wrong command line or file, 3 the receiver cannot be reached.`;
const READ_BACK = 'asks your receiver what it counted: GET <url>?tracking_number=… answers {"status", "events": {"<eventid>": count}}';

export const rehearseCommand = (place: Place): Command =>
  withReceiverOptions(new Command('rehearse'), 'the format of the bodies; default plain')
    .summary(SUMMARY)
    .description(SUMMARY)
    .option('--read-back <url>', READ_BACK)
    .option(
      '--settle-ms <number>',
      'how long your receiver may work on accepted webhooks before it is asked',
      wholeNumber(0, 600_000),
      5000,
    )
    .option('--pause-ms <number>', 'the pause before each of 15 repeats, in place of 30 minutes', wholeNumber(0, 60_000), 100)
    .option('--page <file>', 'also writes the verdict as an HTML page')
    .option('--yes', 'does not ask before it sends to another machine')
    .addHelpText('after', MORE)
    .action(async (url: string, options: Options) => {
      place.output.useJson(options.json === true);
      await rehearse(toReceiver(url, options), options, place);
    });

async function rehearse(args: CheckArgs, options: Options, place: Place): Promise<void> {
  checkFiles(options);
  const run = randomUUID().slice(0, 6).toUpperCase();
  const { format = 'plain' } = options;
  const steps = planRehearsal({ run, newId: randomUUID, format, hasSecret: args.secret !== undefined });
  await ask(args, steps.length, { isYes: options.yes === true, place });
  place.output.line(`Sends ${steps.length} webhooks; the numbers of their parcels contain ${run}.`);
  const verdict = await played({ args, options, format, run, steps, told: progressOf(place, steps.length) });
  place.output.value(verdict);
  for (const line of reportLines(verdict)) place.output.line(...line);
  if (options.page !== undefined) writeFileSync(options.page, toPage(verdict));
  place.end({ good: EXIT.ok, failed: EXIT.failed, unreachable: EXIT.unreachable }[verdict.result]);
}

interface Play {
  readonly args: CheckArgs;
  readonly options: Options;
  readonly format: string;
  readonly run: string;
  readonly steps: readonly Step[];
  /** Called before each POST. */
  readonly told: () => void;
}

const PROGRESS_EVERY = 25;

/** A person sees that a slow receiver is still asked. */
function progressOf({ output }: Place, total: number): () => void {
  let sent = 0;
  return () => {
    if (output.isTerminal && sent > 0 && sent % PROGRESS_EVERY === 0) output.note({ text: `${sent} of ${total}`, tone: 'faint' });
    sent += 1;
  };
}

async function played({ args, options, format, run, steps, told }: Play): Promise<Verdict> {
  const client = new ReceiverClient(args);
  try {
    const post = (step: Step): Promise<PostAnswer> => {
      told();
      return client.post(toPost(step, args.secret, Date.now()));
    };
    const performance = await perform(steps, { post, pause: () => wait(options.pauseMs) });
    const { readBack: url, settleMs } = options;
    const parcels = expectedParcels(performance.heard);
    const readings = url === undefined ? undefined : await readBack(parcels, { get: (asked) => client.get(asked), url, settleMs });
    return judgeRehearsal({ args, format, run, performance, readings });
  } finally {
    client.close();
  }
}

/** Other machines may be shared or real: their owner must know. @throws CliError */
async function ask({ url, secret }: CheckArgs, webhooks: number, { isYes, place }: { isYes: boolean; place: Place }): Promise<void> {
  const { host } = new URL(url);
  if (isYes || isLoopback(new URL(url))) return;
  const what = `${host} gets ${webhooks} ${secret ? 'signed webhooks' : 'webhooks'} about parcels that do not exist.`;
  if (!place.ask) throw usageError(`${what} Confirm this by --yes.`);
  if (!(await place.ask(`${what} Send them?`))) throw new CliError(EXIT.failed, 'Nothing was sent.');
}

/** @throws CliError before anything is sent */
function checkFiles({ readBack: url, page }: Options): void {
  if (url !== undefined) refuseCredentials(url);
  if (url !== undefined && !isReadable(url)) throw usageError('--read-back must be an https URL, or an http URL of this machine.');
  if (page === undefined) return;
  try {
    closeSync(openSync(page, 'a'));
  } catch (error) {
    throw usageError(`--page: ${(error as Error).message}`);
  }
}

function isReadable(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
}
