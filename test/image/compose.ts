// Reads deploy/compose.yaml as Compose does.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../../scripts/stack/clone.js';

export interface Service {
  readonly image: string;
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly healthcheck: { readonly test: readonly string[] };
}

type Env = Readonly<Record<string, string>>;

/** @param env the caller's environment @throws Error when a variable with `:?` is missing */
export function readCompose(env: Env): Readonly<Record<string, Service>> {
  const document: unknown = parse(readFileSync(join(ROOT, 'deploy', 'compose.yaml'), 'utf8'), { merge: true });
  // Interpolates as Compose does: in the values, after YAML is parsed. An empty variable is a text, not null.
  const interpolated = JSON.parse(JSON.stringify(document), (_, value: unknown) =>
    typeof value === 'string' ? interpolate(value, env) : value,
  );
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
