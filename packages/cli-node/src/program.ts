import { Command, CommanderError } from 'commander';
import { EXIT, type ExitCode } from './cli-error.js';
import { toCliError } from './api/to-cli-error.js';
import { OWN_VERSION } from './api/service.js';
import { Cli, type Io } from './commands/cli.js';
import { deliveriesCommand } from './commands/deliveries.command.js';
import { eventsCommand } from './commands/events.command.js';
import { explainCommand } from './commands/explain.command.js';
import { loginCommand } from './commands/login.command.js';
import { logoutCommand, profilesCommand } from './commands/profiles.command.js';
import { receiversCommand } from './commands/receivers.command.js';
import { redeliverCommand } from './commands/redeliver.command.js';
import { secretCommand } from './commands/secret.command.js';
import { listenCommand } from './listen/listen.command.js';
import { askPerson } from './profile/ask.js';
import type { Place } from './verify/place.js';

/** Loaded only when they run. */
const LATE = {
  rehearse: {
    summary: 'play lives of parcels to a receiver and judge it',
    load: async (place: Place): Promise<Command> => (await import('./rehearse/rehearse.command.js')).rehearseCommand(place),
  },
  verify: {
    summary: 'send practice webhooks to a receiver and check its answers',
    load: async (place: Place): Promise<Command> => (await import('./verify/verify.command.js')).verifyCommand(place),
  },
} as const;

const MORE = `
Exit codes: 0 done, 1 refused or failed, 2 wrong command line or file, 3 no answer from the service or receiver, 4 token refused.
`;

/** Runs the command line. @param argv without the program @returns the exit code */
export async function runProgram(argv: readonly string[], io: Io): Promise<ExitCode> {
  const cli = new Cli(io);
  let exitCode: ExitCode = EXIT.ok;
  const end = (code: number): void => void (exitCode = code as ExitCode);
  try {
    const program = await toProgram(cli, argv, { output: cli.output, ask: asker(io), end });
    await program.parseAsync(argv, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    const { message, exitCode } = toCliError(error);
    if (message !== '') cli.output.note({ text: 'error: ', tone: 'bad' }, message);
    return exitCode;
  }
}

/** @returns what asks the person at the terminal; undefined = nobody is there */
function asker(io: Io): Place['ask'] {
  if (io.in.isTTY !== true || io.err.isTTY !== true) return undefined;
  return async (question) => {
    const answer = await askPerson(io, { words: `${question} [y/N] ` }).catch(() => ''); // Ctrl-C or Ctrl-D
    return /^y(?:es)?$/i.test(answer.trim());
  };
}

async function toProgram(cli: Cli, argv: readonly string[], place: Place): Promise<Command> {
  const { io, output } = cli;
  const program = new Command('parcel-webhooks')
    .description('Parcel-event webhooks for customers: see them on your laptop, check your receiver, ask where a webhook is.')
    .version(OWN_VERSION)
    .addHelpText('after', MORE)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void io.out.write(text),
      // A wrong argument is repeated here.
      writeErr: (text) =>
        text
          .trimEnd()
          .split('\n')
          .forEach((line) => output.note(line)),
    })
    .hook('preAction', (_, action) => output.useJson(action.opts()['json'] === true));
  const commands = [
    loginCommand(cli),
    logoutCommand(cli),
    profilesCommand(cli),
    secretCommand(cli),
    listenCommand(cli),
    ...(await lateCommands(argv, place)),
    eventsCommand(cli),
    deliveriesCommand(cli),
    explainCommand(cli),
    receiversCommand(cli),
    redeliverCommand(cli),
  ];
  for (const command of commands) program.addCommand(inherit(command, program));
  return program;
}

/** `addCommand` leaves the settings of the program out. */
function inherit(command: Command, program: Command): Command {
  command.copyInheritedSettings(program);
  for (const child of command.commands) inherit(child, program);
  return command;
}

const lateCommands = (argv: readonly string[], place: Place): Promise<Command[]> =>
  Promise.all(
    Object.entries(LATE).map(([name, { summary, load }]) =>
      argv.includes(name) ? load(place) : Promise.resolve(new Command(name).summary(summary).description(summary)),
    ),
  );
