// Translates a command's definition into a commander command, and the values that commander read back into the definition's types.
import { Argument, Command, CommanderError, Option } from 'commander';
import { type CommandContext, type CommandDefinition, type Parameter, UsageError, type ValuesFor } from './define-command.js';

export const PROGRAM = 'cli';
const WIDTH = 100;

/** The parameters of a command, in the order of `--help`. */
const parametersOf = ({ args = {}, options = {} }: CommandDefinition) => ({ args: Object.entries(args), options: Object.entries(options) });

/** The arguments and options after a command's name. */
export function usageOf(definition: CommandDefinition): string {
  const { args, options } = parametersOf(definition);
  const optional = ([, { flags, isRequired }]: [string, Parameter<unknown>]): string => (isRequired ? flags : `[${flags}]`);
  return definition.usage ?? [...args.map(([, { flags }]) => flags), ...options.map(optional)].join(' ');
}

export const descriptionOf = ({ summary, more }: Pick<CommandDefinition, 'summary' | 'more'>): string =>
  [summary, more].filter(Boolean).join('; ');

export type Streams = Pick<CommandContext, 'print' | 'printError'>;

const SILENT: Streams = { print: () => undefined, printError: () => undefined };

/** A commander command that never ends the process: its caller reports faults. */
export function newCommand(name: string, { print, printError }: Streams): Command {
  return new Command(name).exitOverride().configureOutput({
    writeOut: (text) => print(text.replace(/\n$/, '')),
    writeErr: (text) => printError(text.replace(/\n$/, '')),
    outputError: () => undefined,
    getOutHelpWidth: () => WIDTH,
    getErrHelpWidth: () => WIDTH,
  });
}

export function toCommander(definition: CommandDefinition, streams: Streams): Command {
  const { args, options } = parametersOf(definition);
  const command = newCommand(definition.name, streams).summary(definition.summary).description(descriptionOf(definition));
  for (const [, { flags, what }] of args) command.addArgument(new Argument(flags, what).argOptional());
  for (const [, { flags, what, choices, formerly, isRepeated }] of options) {
    const option = new Option(flags, choices ? `${what} (${choices.join(', ')})` : what);
    command.addOption(isRepeated ? option.argParser(append) : option);
    if (formerly !== undefined) command.addOption(new Option(formerly).hideHelp());
  }
  return command
    .usage([usageOf(definition), '[--json]'].filter(Boolean).join(' '))
    .option('--json', 'print the result as JSON, on one line')
    .helpOption('-h, --help', 'show this help')
    .addHelpText('after', endOfHelp(definition));
}

const append = (value: string, before: readonly string[] | undefined): string[] => [...(before ?? []), value];

function endOfHelp({ name, examples = [], reads }: CommandDefinition): string {
  const shown = examples.map((example) => `  ${PROGRAM} ${`${name} ${example}`.trim()}`);
  return [
    ...(shown.length === 0 ? [] : ['', 'Examples:', ...shown]),
    ...(reads.length === 0 ? [] : ['', ...linesOf(`Environment: ${reads.join(' ')} (docs/configuration.md)`)]),
  ].join('\n');
}

function linesOf(text: string): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trimStart();
    if (longer.length <= WIDTH) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Returns the values that commander read. @throws UsageError with one sentence */
export function valuesOf<D extends CommandDefinition>(definition: D, command: Command): ValuesFor<D> {
  const { args, options } = parametersOf(definition);
  const given = command.opts<Record<string, string | readonly string[] | true | undefined>>();
  const values = [
    ...args.map(([key, parameter], index) => [key, valueOf(nameOf(parameter.flags), parameter, command.args[index])]),
    ...options.map(([key, parameter]) => {
      const value = given[attributeOf(parameter.flags)] ?? (parameter.formerly && given[attributeOf(parameter.formerly)]);
      if (parameter.isRepeated) return [key, value ?? []];
      return [key, valueOf(nameOf(parameter.flags), parameter, value === true ? '' : (value as string | undefined))];
    }),
  ];
  return Object.fromEntries(values) as ValuesFor<D>;
}

const attributeOf = (flags: string): string => new Option(flags).attributeName();

/** `--user` of `--user <number>`, `<courier>` of `<courier>`. */
const nameOf = (flags: string): string => flags.split(' ')[0] ?? flags;

function valueOf(name: string, { read, isRequired, isSecret, choices }: Parameter<unknown>, given: string | undefined): unknown {
  if (isRequired && given === undefined) throw new UsageError(`${name} is missing${choices ? `: one of ${choices.join(', ')}` : ''}`);
  try {
    return read(given);
  } catch (error) {
    throw new UsageError(`${name} ${(error as Error).message}${isSecret ? '' : `, not "${given}"`}`, { cause: error });
  }
}

/** Returns the values of a command line without running the command. @throws UsageError with one sentence */
export function readArguments<D extends CommandDefinition>(definition: D, argv: readonly string[]): ValuesFor<D> {
  const command = toCommander(definition, SILENT);
  try {
    command.parse([...argv], { from: 'user' });
  } catch (error) {
    throw error instanceof CommanderError ? new UsageError(sentenceOf(error), { cause: error }) : error;
  }
  return valuesOf(definition, command);
}

/** Returns commander's message without the given values: they may be secrets. */
export const sentenceOf = ({ message }: CommanderError): string =>
  withoutExcess(message.replace(/^error: /, '').replace(/^(unknown option '[^'=]*)=[^]*?'(?=\n|$)/, "$1'"));

function withoutExcess(sentence: string): string {
  if (!sentence.startsWith('too many arguments')) return sentence;
  const end = sentence.indexOf(':', sentence.indexOf(' but got '));
  return end === -1 ? sentence : sentence.slice(0, end);
}
