// Reads a compose.yaml and its .env as Compose does.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { parse } from 'yaml';

export interface Service {
  readonly image: string;
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly { readonly source: string; readonly target: string }[];
  readonly profiles?: readonly string[];
  readonly restart: string;
  readonly healthcheck: { readonly test: readonly string[] };
  readonly depends_on?: Readonly<Record<string, object>>;
}

type Env = Readonly<Record<string, string | undefined>>;

/** @param folder holds compose.yaml and .env @throws Error when a variable with `:?` is missing */
export function readCompose(folder: string): Readonly<Record<string, Service>> {
  const document: unknown = parse(readFileSync(join(folder, 'compose.yaml'), 'utf8'), { merge: true });
  const env = parseEnv(readFileSync(join(folder, '.env'), 'utf8'));
  // Interpolates as Compose does: in the values, after YAML is parsed. An empty variable is a text, not null.
  const interpolated = JSON.parse(JSON.stringify(document), (key, value: unknown) => {
    if (typeof value !== 'string') return value;
    const text = interpolate(value, env);
    return key === 'source' ? resolve(folder, text) : text;
  });
  return (interpolated as { services: Record<string, Service> }).services;
}

/** Replaces `${NAME}`, `${NAME:-otherwise}`, `${NAME:+instead}` and `${NAME:?message}`. */
function interpolate(text: string, env: Env): string {
  return text.replace(/\$\{(\w+)(?::([-+?])([^}]*))?\}/g, (_, name: string, operator?: string, word = '') => {
    const value = env[name] ?? '';
    if (operator === '?' && value === '') throw new Error(`compose.yaml: ${name}: ${word}`);
    if (operator === '+') return value === '' ? '' : word;
    return value === '' && operator === '-' ? word : value;
  });
}
