import type { Env } from '#libs/config';

/** An option or an argument of a command. `T` = what the command gets of it. */
export interface Parameter<T> {
  /** As commander spells it: `--user <number>`, `--dry-run`, `<courier>`, `[text]`. */
  readonly flags: string;
  readonly what: string;
  readonly isRequired: boolean;
  readonly isRepeated: boolean;
  /** A fault must not repeat the value. */
  readonly isSecret: boolean;
  /** All values that it takes; undefined = not a list. */
  readonly choices: readonly string[] | undefined;
  /** Earlier spelling of an option, which still works. */
  readonly formerly: string | undefined;
  /** @param given undefined = not given @throws Error whose message goes on after the name of the option: "must be …" */
  readonly read: (given: string | undefined) => T;
}

interface ParameterDetails {
  readonly choices?: readonly string[];
  readonly formerly?: string;
  readonly isSecret?: boolean;
}

type Read<T> = (text: string) => T;

function parameter<T>(flags: string, what: string, rest: ParameterDetails & Pick<Parameter<T>, 'read'>): Parameter<T> {
  return { flags, what, isRequired: false, isRepeated: false, isSecret: false, choices: undefined, formerly: undefined, ...rest };
}

/** An option or argument with a value that may be left out. */
export function optional(flags: string, what: string): Parameter<string | undefined>;
export function optional<T>(flags: string, what: string, details: ParameterDetails & { read: Read<T> }): Parameter<T | undefined>;
export function optional(flags: string, what: string, details: ParameterDetails): Parameter<string | undefined>;
export function optional(flags: string, what: string, details: ParameterDetails & { read?: Read<unknown> } = {}): Parameter<unknown> {
  const { read = asItIs, ...rest } = details;
  return parameter(flags, what, { ...rest, read: (given) => (given === undefined ? undefined : read(given)) });
}

/** One that must be there, and not empty. */
export function required(flags: string, what: string): Parameter<string>;
export function required<T>(flags: string, what: string, details: ParameterDetails & { read: Read<T> }): Parameter<T>;
export function required(flags: string, what: string, details: ParameterDetails & { read?: Read<unknown> } = {}): Parameter<unknown> {
  const { read = notEmpty, ...rest } = details;
  return { ...parameter(flags, what, { ...rest, read: (given) => read(given ?? '') }), isRequired: true };
}

/** An option that takes one of a few words. */
export function choice<T extends string>(flags: string, what: string, choices: readonly T[]): Parameter<T | undefined> {
  return optional(flags, what, { choices, read: oneOf(choices) });
}

/** A choice that must be made. */
export function requiredChoice<T extends string>(flags: string, what: string, choices: readonly T[]): Parameter<T> {
  return required(flags, what, { choices, read: oneOf(choices) });
}

/** An option that is given several times. */
export function repeated(flags: string, what: string, details: ParameterDetails = {}): Parameter<readonly string[]> {
  // Values of a repeated option are read by the command: each of them alone says nothing.
  return { ...parameter<readonly string[]>(flags, what, { ...details, read: () => [] }), isRepeated: true };
}

/** An option without a value. */
export const flag = (flags: string, what: string): Parameter<boolean> => parameter(flags, what, { read: (given) => given !== undefined });

const asItIs: Read<string> = (text) => text;

const notEmpty: Read<string> = (text) => {
  if (text.trim() === '') throw new Error('must not be empty');
  return text;
};

const oneOf =
  <T extends string>(choices: readonly T[]): Read<T> =>
  (text) => {
    const found = choices.find((each) => each === text);
    if (found === undefined) throw new Error(`must be one of ${choices.join(', ')}`);
    return found;
  };

export type Parameters = Readonly<Record<string, Parameter<unknown>>>;
/** What a command gets of these parameters. */
export type ValuesOf<P> = { readonly [K in keyof P]: P[K] extends Parameter<infer T> ? T : never };

/** What a command has of the process that runs it; tests run commands without a process of their own. */
export interface CommandContext {
  readonly env: Env;
  /** True: `--json`; nothing but the result may be printed. */
  readonly isJson: boolean;
  /** Writes a line to stdout. */
  readonly print: (line: string) => void;
  /** Writes a line to stderr. */
  readonly printError: (line: string) => void;
}

export interface CommandOutcome {
  /** What `--json` prints, on one line. */
  readonly json: unknown;
  /** What is printed otherwise, '' = nothing; absent = the JSON as well. */
  readonly text?: string | readonly string[];
  /** Default 0. */
  readonly exitCode?: number;
}

/** A command of the operator, as `--help` and docs/operations.md describe it. */
export interface CommandDefinition<A extends Parameters = Parameters, O extends Parameters = Parameters> {
  readonly name: string;
  /** One line of `--help`, at most 80 characters. */
  readonly summary: string;
  /** The rest, in `<command> --help`. */
  readonly more?: string;
  /** Where the options exclude each other: the usage after the name. */
  readonly usage?: string;
  /** In their order. */
  readonly args?: A;
  readonly options?: O;
  /** The arguments after the name. */
  readonly examples?: readonly string[];
  /** Environment variables that it reads beside LOG_LEVEL; one in brackets may be left out. */
  readonly reads: readonly string[];
  /** @throws UsageError for what its parameters cannot mean together, another Error with one sentence that says what could not be done */
  run(values: ValuesOf<A> & ValuesOf<O>, context: CommandContext): CommandOutcome | Promise<CommandOutcome>;
}

/** What a command gets of its command line. */
export type ValuesFor<D> = D extends CommandDefinition<infer A, infer O> ? ValuesOf<A> & ValuesOf<O> : never;

/** Declares a command: its parameters decide what `run` gets. */
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- a command without arguments has none
export function defineCommand<A extends Parameters = Record<never, never>, O extends Parameters = Record<never, never>>(
  definition: CommandDefinition<A, O>,
): CommandDefinition<A, O> {
  return definition;
}

/** Arguments that a command does not understand: exit code 2. */
export class UsageError extends Error {}
