import { asksForHelp, type CommandCall, type CommandLine, runCommandLine } from '#libs/observability';
import { commandHelpText, COMMANDS, helpText } from './commands.js';

const BAD_USAGE = 2;

/** Runs the command that `argv` names first; the others are its arguments. @returns its exit code */
export async function runCli({ argv: [name = '', ...argv], ...context }: CommandCall): Promise<number> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) return listCommands(name, context);
  const { COMMAND } = (await import(`../../${command.file}`)) as { COMMAND: CommandLine<unknown> };
  const exitCode = await runCommandLine(COMMAND, { argv, ...context });
  if (asksForHelp(argv)) context.print(commandHelpText(command));
  return exitCode;
}

function listCommands(name: string, { print, printError }: Pick<CommandCall, 'print' | 'printError'>): number {
  if (['--help', '-h', 'help'].includes(name)) {
    print(helpText());
    return 0;
  }
  printError(`${name === '' ? 'Name a command.' : `There is no command "${name}".`}\n${helpText()}`);
  return BAD_USAGE;
}
