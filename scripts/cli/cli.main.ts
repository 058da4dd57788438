// The operator's command line: needs nothing but the compiled code and the packages of production, so that the image has it too.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { asksForHelp } from '#libs/observability';
import { type Command, commandHelpText, COMMANDS, helpText } from './commands.js';

const BAD_USAGE = 2;
const COMPILED = join(import.meta.dirname, '..', '..');

const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;

if (command === undefined) listCommands();
else await run(command);

function listCommands(): void {
  const isAsked = ['--help', '-h', 'help'].includes(name);
  if (!isAsked) process.stderr.write(name === '' ? 'Name a command.\n' : `There is no command "${name}".\n`);
  (isAsked ? process.stdout : process.stderr).write(helpText());
  process.exitCode = isAsked ? 0 : BAD_USAGE;
}

/** In this very process: a signal reaches the command, and its exit code is ours. */
async function run(command: Command): Promise<void> {
  const file = join(COMPILED, command.main);
  process.argv = [process.argv[0] ?? '', file, ...args];
  process.setSourceMapsEnabled(true);
  await import(pathToFileURL(file).href);
  if (asksForHelp(args)) process.stdout.write(commandHelpText(command));
}
