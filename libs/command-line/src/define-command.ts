import type { Env } from '#libs/config';

/** An option or an argument of a command. The command gets its value as `T`. */
export interface Parameter<T> {
  /** As commander spells it: `--user <number>`, `--dry-run`, `<courier>`, `[text]`. */
  readonly flags: string;
  readonly what: string;
  readonly isRequired: boolean;
  readonly isRepeated: boolean;
  /** True: a fault must not repeat the value. */
  readonly isSecret: boolean;
  /** All accepted values; undefined = the values are not a list. */
  readonly choices: readonly string[] | undefined;
  /** An earlier spelling of the option that still works. */
  readonly formerly: string | undefined;
  /** @param given undefined = not given @throws Error whose message continues the name of the option: "must be …" */
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

/** An optional option or argument with a value. */
export function optional(flags: string, what: string): Parameter<string | undefined>;
export function optional<T>(flags: string, what: string, details: ParameterDetails & { read: Read<T> }): Parameter<T | undefined>;
export function optional(flags: string, what: string, details: ParameterDetails): Parameter<string | undefined>;
export function optional(flags: string, what: string, details: ParameterDetails & { read?: Read<unknown> } = {}): Parameter<unknown> {
  const { read = asItIs, ...rest } = details;
  return parameter(flags, what, { ...rest, read: (given) => (given === undefined ? undefined : read(given)) });
}

/** A required option or argument whose value is not empty. */
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

/** A required option that takes one of a few words. */
export function requiredChoice<T extends string>(flags: string, what: string, choices: readonly T[]): Parameter<T> {
  return required(flags, what, { choices, read: oneOf(choices) });
}

/** An option that may be given several times. */
export function repeated(flags: string, what: string, details: ParameterDetails = {}): Parameter<readonly string[]> {
  // The command reads the values itself, because it needs all of them together.
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
/** The values of these parameters, as the command gets them. */
export type ValuesOf<P> = { readonly [K in keyof P]: P[K] extends Parameter<infer T> ? T : never };

/** The parts of the process that a command may use. Tests replace them and run commands in their own process. */
export interface CommandContext {
  readonly env: Env;
  /** True with `--json`: the command must print nothing but the result. */
  readonly isJson: boolean;
  /** Writes a line to stdout. */
  readonly print: (line: string) => void;
  /** Writes a line to stderr. */
  readonly printError: (line: string) => void;
}

export interface CommandOutcome {
  /** The result for `--json`, printed on one line. */
  readonly json: unknown;
  /** The text that is printed without `--json`; '' = nothing, absent = the JSON. */
  readonly text?: string | readonly string[];
  /** Default 0. */
  readonly exitCode?: number;
}

/** A command for operators, as `--help` and docs/operations.md describe it. */
export interface CommandDefinition<A extends Parameters = Parameters, O extends Parameters = Parameters> {
  readonly name: string;
  /** One line of `--help`, at most 80 characters. */
  readonly summary: string;
  /** Further text for `<command> --help`. */
  readonly more?: string;
  /** The usage after the command's name, for commands whose options exclude each other. */
  readonly usage?: string;
  /** The arguments, in order. */
  readonly args?: A;
  readonly options?: O;
  /** Example command lines, without the command's name. */
  readonly examples?: readonly string[];
  /** The environment variables that the command reads besides LOG_LEVEL; optional ones are in brackets. */
  readonly reads: readonly string[];
  /** @throws UsageError when the parameters contradict each other, another Error with one sentence that says what failed */
  run(values: ValuesOf<A> & ValuesOf<O>, context: CommandContext): CommandOutcome | Promise<CommandOutcome>;
}

/** The values of a command line, as the command gets them. */
export type ValuesFor<D> = D extends CommandDefinition<infer A, infer O> ? ValuesOf<A> & ValuesOf<O> : never;

/** Declares a command. The types of its parameters are the types that `run` gets. */
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- a command without arguments has none
export function defineCommand<A extends Parameters = Record<never, never>, O extends Parameters = Record<never, never>>(
  definition: CommandDefinition<A, O>,
): CommandDefinition<A, O> {
  return definition;
}

/** The command does not understand its arguments: exit code 2. */
export class UsageError extends Error {}
