// Handles `--help`, `--version`, `--json`, the output and the exit code of every command.
import { type Command, CommanderError } from 'commander';
import { newCommand, PROGRAM, sentenceOf, type Streams, toCommander, valuesOf } from './commander-command.js';
import { type CommandContext, type CommandDefinition, UsageError } from './define-command.js';

/** Commands in the order of `--help`. Only the named command is loaded: the modules for the database and Kafka take a second. */
export type CommandRegistry = Readonly<Record<string, () => Promise<{ readonly COMMAND: CommandDefinition }>>>;

/** A call of a command line: its words, and the streams that it reads and writes. */
export interface CommandCall extends Omit<CommandContext, 'isJson'> {
  readonly argv: readonly string[];
}

export interface CommandLine {
  readonly commands: CommandRegistry;
  readonly version: string;
}

const FAILED = 1;
const BAD_USAGE = 2;

/** Runs the command that `argv` begins with. @returns the exit code: 0 done, 1 failed, 2 not understood */
export async function runCommandLine(line: CommandLine, { argv, ...context }: CommandCall): Promise<number> {
  const definitions = await load(line.commands, argv);
  const outcome = { exitCode: 0 };
  const program = programOf(line, context);
  for (const definition of definitions) {
    program.addCommand(typeof definition === 'string' ? newCommand(definition, context) : toRunning(definition, context, outcome));
  }
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return outcome.exitCode;
  } catch (error) {
    return ended(error, { program, argv, context });
  }
}

/** Loads the definition of the command that `argv` names, or all definitions when it names none. Other commands keep only their names. */
async function load(commands: CommandRegistry, argv: readonly string[]): Promise<(CommandDefinition | string)[]> {
  const [named] = argv[0] === 'help' ? argv.slice(1) : argv;
  const needsAll = named === undefined || named.startsWith('-');
  return Promise.all(
    Object.entries(commands).map(async ([name, command]) => (needsAll || name === named ? (await command()).COMMAND : name)),
  );
}

function programOf({ version }: CommandLine, streams: Streams): Command {
  return newCommand(PROGRAM, streams)
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .usage('<command> [options]')
    .helpOption('-h, --help', 'show this help; <command> --help shows the options of a command')
    .helpCommand('help [command]', 'show the help of a command')
    .version(version, '--version', 'show the version')
    .addHelpText('after', '\nExit code: 0 done, 1 failed or amiss, 2 not understood.');
}

function toRunning(definition: CommandDefinition, context: Omit<CommandContext, 'isJson'>, outcome: { exitCode: number }): Command {
  const command = toCommander(definition, context);
  return command.action(async () => {
    const isJson = command.opts()['json'] === true;
    const { json, text, exitCode = 0 } = await definition.run(valuesOf(definition, command), { ...context, isJson });
    const output = isJson || text === undefined ? JSON.stringify(json) : [text].flat().join('\n');
    if (output !== '') context.print(output);
    outcome.exitCode = exitCode;
  });
}

function ended(error: unknown, { program, argv, context }: { program: Command; argv: readonly string[]; context: Streams }): number {
  if (argv.length === 0) return BAD_USAGE; // commander has printed the help
  // commander ends a requested help with process.exitCode, which a test runner may have set.
  if (error instanceof CommanderError && (error.exitCode === 0 || error.code === 'commander.help')) return 0;
  if (error instanceof CommanderError || error instanceof UsageError) {
    context.printError(misunderstood(error, program, argv));
    return BAD_USAGE;
  }
  context.printError((error as Error).message);
  return FAILED;
}

function misunderstood(error: CommanderError | UsageError, program: Command, argv: readonly string[]): string {
  const [name = ''] = argv;
  const command = program.commands.find((each) => each.name() === name);
  if (command) {
    const sentence = error instanceof CommanderError ? sentenceOf(error) : error.message;
    return [sentence, `Usage: ${PROGRAM} ${name} ${command.usage()}`, `${PROGRAM} ${name} --help explains the options.`].join('\n');
  }
  const sentence = sentenceOf(error as CommanderError);
  const hint = sentence.includes('Did you mean') ? [] : familyOf(name, program);
  return [sentence, ...hint, `${PROGRAM} --help lists the commands.`].join('\n');
}

/** Suggests the commands of the same family: for `dlq` or `dlq:show`, the commands that begin with `dlq:`. */
function familyOf(name: string, program: Command): string[] {
  const [family = ''] = name.split(':');
  const members = program.commands.map((command) => command.name()).filter((each) => family !== '' && each.split(':').includes(family));
  return members.length === 0 ? [] : [`(Did you mean ${members.length === 1 ? '' : 'one of '}${members.join(', ')}?)`];
}
