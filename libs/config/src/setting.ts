/** One environment variable: its name, how it is read, its default, and what it means to an operator. */
export interface Setting<T> {
  readonly name: string;
  readonly doc: string;
  /** Throws an Error whose message continues "NAME …", for instance "must be a whole number". */
  readonly parse: (text: string) => T;
  /** Text that is parsed when the variable is absent or empty; no fallback = required. */
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

/** The configuration cannot be used; one line per variable, all at once. */
export class ConfigFault extends Error {
  constructor(readonly faults: readonly string[]) {
    super(
      `The configuration has ${faults.length} fault${faults.length === 1 ? '' : 's'}:\n${faults.map((line) => `  - ${line}`).join('\n')}`,
    );
    this.name = 'ConfigFault';
  }
}

export type Env = Readonly<Record<string, string | undefined>>;

/** Environment → typed configuration. @throws ConfigFault naming every variable that is missing or wrong */
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
