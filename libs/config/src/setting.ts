/** One environment variable: its name, its parser, its default and its meaning to an operator. */
export interface Setting<T> {
  readonly name: string;
  readonly doc: string;
  /** Throws an Error whose message continues "NAME …", for instance "must be a whole number". */
  readonly parse: (text: string) => T;
  /** The text that is parsed when the variable is absent or empty; no fallback = required. */
  readonly fallback?: string;
}

export type Settings = Readonly<Record<string, Setting<unknown>>>;

export type ConfigOf<S extends Settings> = { readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : never };

export const required = <T>(name: string, parse: (text: string) => T, doc: string): Setting<T> => ({ name, parse, doc });

export const optional = <T>(name: string, parse: (text: string) => T, fallback: string, doc: string): Setting<T> => ({
  name,
  parse,
  fallback,
  doc,
});

/** The configuration is unusable. The message has one line for each faulty variable. */
export class ConfigFault extends Error {
  constructor(readonly faults: readonly string[]) {
    super(
      `The configuration has ${faults.length} fault${faults.length === 1 ? '' : 's'}:\n${faults.map((line) => `  - ${line}`).join('\n')}`,
    );
    this.name = 'ConfigFault';
  }
}

export type Env = Readonly<Record<string, string | undefined>>;

/** Reads the typed configuration from the environment. @throws ConfigFault that names every missing or wrong variable */
export function readConfig<S extends Settings>(settings: S, env: Env): ConfigOf<S> {
  const faults: string[] = [];
  const entries = Object.entries(settings).map(([key, setting]) => [key, readSetting(setting, env, faults)] as const);
  if (faults.length > 0) throw new ConfigFault(faults);
  return Object.freeze(Object.fromEntries(entries)) as ConfigOf<S>;
}

function readSetting(setting: Setting<unknown>, env: Env, faults: string[]): unknown {
  const text = env[setting.name] || setting.fallback;
  if (text === undefined) {
    faults.push(`${setting.name} is missing: ${setting.doc}`);
    return undefined;
  }
  try {
    return setting.parse(text);
  } catch (error) {
    faults.push(`${setting.name} ${(error as Error).message}`);
    return undefined;
  }
}
