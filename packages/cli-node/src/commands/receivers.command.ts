import { readFileSync } from 'node:fs';
import { type components, dataOf } from '#libs/api-client';
import { Command } from 'commander';
import { CliError, EXIT, usageError } from '../cli-error.js';
import { mustBeWritable, writePrivateFile } from '../profile/private-file.js';
import { type Cli, type CommonOptions, leaf, wholeNumber } from './cli.js';
import { given } from './lists.js';
import { attemptLines, stateOf, statusOf } from './receiver-words.js';

type Schemas = components['schemas'];

interface SettingsOptions extends CommonOptions {
  readonly file?: string;
  readonly url?: string;
  readonly name?: string;
  readonly events?: string;
  readonly format?: string;
  readonly enabled?: string;
  readonly secretOut?: string;
}

const SECRET_OUT = 'write the signing secret, which is shown once only, to a file that only you may read';

export const receiversCommand = (cli: Cli): Command =>
  new Command('receivers')
    .summary('list, create, change, test and delete receivers')
    .description('List, create, change, test and delete receivers.')
    .addCommand(
      leaf('list', 'list the receivers and their health').action((options: CommonOptions) => list(cli, options)),
      { isDefault: true },
    )
    .addCommand(byId('show', 'show one receiver').action((id: string, options: CommonOptions) => show(cli, id, options)))
    .addCommand(createCommand(cli))
    .addCommand(
      withSettings(byId('change', 'change a receiver')).action((id: string, options: SettingsOptions) => change(cli, id, options)),
    )
    .addCommand(testCommand(cli))
    .addCommand(rotateCommand(cli))
    .addCommand(deleteCommand(cli));

const byId = (name: string, summary: string): Command => leaf(name, summary).argument('<receiverId>', 'the receiver');

const withSettings = (command: Command): Command =>
  command
    .option('--file <file>', 'a JSON file with any fields of the API; the options below replace them')
    .option('--url <url>', 'the https URL that webhooks go to')
    .option('--name <name>', 'a name for people')
    .option('--events <events>', 'the events to send, separated by commas; empty = the eleven')
    .option('--format <format>', 'plain or cloudevents')
    .option('--enabled <true|false>', 'false = nothing new is sent');

async function list(cli: Cli, options: CommonOptions): Promise<void> {
  const { receivers } = await cli.ask(options, (client) => dataOf(client.GET('/receivers')));
  cli.output.value(receivers);
  cli.output.table(receivers.map(({ receiverId, name, url, health }) => [receiverId, stateOf(health.state), name, url]));
  if (receivers.length === 0) cli.output.note('The account has no receiver.');
}

async function show(cli: Cli, receiverId: string, options: CommonOptions): Promise<void> {
  const found = await cli.ask(options, (client) => dataOf(client.GET('/receivers/{receiverId}', { params: { path: { receiverId } } })));
  if (cli.output.wantsJson) return cli.output.value(found);
  const { health, ...settings } = found;
  cli.output.line(`${found.name}: `, stateOf(health.state), health.reason === null ? '' : `  ${health.reason}`);
  cli.output.always(settings);
}

const createCommand = (cli: Cli): Command =>
  withSettings(leaf('create', 'create a receiver'))
    .option('--secret-out <file>', SECRET_OUT)
    .action((options: SettingsOptions) => create(cli, options));

async function create(cli: Cli, { secretOut, ...options }: SettingsOptions): Promise<void> {
  mustShow(cli, secretOut);
  const body = settingsOf(options) as Schemas['CreateReceiver'];
  const receiver = await cli.ask(options, (client) => dataOf(client.POST('/receivers', { body })));
  showReceiver(cli, receiver, secretOut);
}

async function change(cli: Cli, receiverId: string, options: SettingsOptions): Promise<void> {
  const params = { path: { receiverId } };
  const body = settingsOf(options) as Schemas['ChangeReceiver'];
  const receiver = await cli.ask(options, (client) => dataOf(client.PATCH('/receivers/{receiverId}', { params, body })));
  showReceiver(cli, receiver, undefined);
}

/** The service shows a secret once: it must not be lost in a pipe. */
function mustShow({ output }: Cli, secretOut: string | undefined): void {
  if (secretOut === undefined && (!output.isTerminal || output.wantsJson)) {
    throw usageError('The signing secret is shown once, and in a terminal only. Use --secret-out FILE.');
  }
  if (secretOut !== undefined) mustBeWritable(secretOut);
}

function showReceiver(
  { output }: Cli,
  { signing: { secret, ...signing }, ...receiver }: Schemas['Receiver'],
  secretOut: string | undefined,
): void {
  if (secret !== undefined && secretOut !== undefined) writePrivateFile(secretOut, `${secret}\n`);
  output.value({ ...receiver, signing });
  output.line(`Receiver ${receiver.receiverId}: ${receiver.name}, ${receiver.url}`);
  if (secret === undefined) return;
  if (secretOut === undefined) output.secretLine('Its signing secret, shown once only: ', secret);
  else output.line(`Wrote its signing secret to ${secretOut}.`);
}

function settingsOf({ file, url, name, events, format, enabled }: SettingsOptions): object {
  const list = events === undefined ? undefined : events.split(',').filter((each) => each !== '');
  if (enabled !== undefined && !['true', 'false'].includes(enabled)) throw usageError('--enabled is true or false.');
  const isEnabled = enabled === undefined ? undefined : enabled === 'true';
  return { ...(file !== undefined && jsonOf(file)), ...given({ url, name, events: list, format, enabled: isEnabled }) };
}

function jsonOf(file: string): object {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch (error) {
    throw usageError(`${file} cannot be read as JSON: ${(error as Error).message}`);
  }
  throw usageError(`${file} must have one JSON object.`);
}

const testCommand = (cli: Cli): Command =>
  byId('test', 'send a test event about a parcel that does not exist')
    .option('--event <event>', 'the event to send', 'onDelivered')
    .action(async (receiverId: string, { event, ...options }: CommonOptions & { event: string }) => {
      const delivery = await cli.ask(options, (client) =>
        dataOf(client.POST('/receivers/{receiverId}/test', { params: { path: { receiverId } }, body: { event: event as 'onDelivered' } })),
      );
      cli.output.value(delivery);
      cli.output.line(`${delivery.event} ${delivery.eventid}: `, statusOf(delivery.status));
      delivery.attempts.flatMap(attemptLines).forEach((parts) => cli.output.line(...parts));
      if (delivery.status !== 'delivered') throw new CliError(EXIT.failed, 'The receiver did not accept the test.');
    });

const MOST_OVERLAP_HOURS = 24 * 30;
const HOUR_MS = 60 * 60 * 1000;

const rotateCommand = (cli: Cli): Command =>
  byId('rotate', 'replace the signing secret; the old secret signs beside the new one for a while')
    .option('--overlap-hours <number>', 'how long both sign; left out = as the service decides', wholeNumber(0, MOST_OVERLAP_HOURS))
    .option('--secret-out <file>', SECRET_OUT)
    .action(
      async (
        receiverId: string,
        { overlapHours, secretOut, ...options }: CommonOptions & { overlapHours?: number; secretOut?: string },
      ) => {
        mustShow(cli, secretOut);
        const body = overlapHours === undefined ? {} : { overlapMs: overlapHours * HOUR_MS };
        const params = { path: { receiverId } };
        const receiver = await cli.ask(options, (client) =>
          dataOf(client.POST('/receivers/{receiverId}/signing/rotate', { params, body })),
        );
        showReceiver(cli, receiver, secretOut);
      },
    );

const deleteCommand = (cli: Cli): Command =>
  byId('delete', 'delete a receiver: a dry run without --yes')
    .option('--yes', 'do it')
    .action(async (receiverId: string, { yes = false, ...options }: CommonOptions & { yes?: boolean }) => {
      const params = { path: { receiverId } };
      if (!yes) {
        const { name, url } = await cli.ask(options, (client) => dataOf(client.GET('/receivers/{receiverId}', { params })));
        cli.output.value({ isDryRun: true, receiverId, name, url });
        cli.output.line(`Would delete ${name}, ${url}.`);
        return cli.output.note('Nothing was deleted. --yes deletes it.');
      }
      await cli.ask(options, (client) => dataOf(client.DELETE('/receivers/{receiverId}', { params })));
      cli.output.value({ deleted: receiverId });
      cli.output.line(`Deleted receiver ${receiverId}.`);
    });
