import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { declaredSettings, envExample, settingsTable } from './settings-table.js';

const ROOT = join(import.meta.dirname, '../..');
const DOC = join(ROOT, 'docs/configuration.md');
const ENV = join(ROOT, '.env.example');
const BEGIN = '<!-- settings: generated -->';
const END = '<!-- end of settings -->';

function parts(text: string): { before: string; table: string; after: string } {
  const [from, to] = [text.indexOf(BEGIN) + BEGIN.length, text.indexOf(END)];
  return { before: text.slice(0, from), table: text.slice(from, to).trim(), after: text.slice(to) };
}

function faultsOf(parse: () => unknown, what: string): string[] {
  try {
    parse();
    return [];
  } catch (error) {
    return [`${what} ${String(error)}`];
  }
}

describe('docs/configuration.md', () => {
  it('lists every variable with its default and meaning from the code', () => {
    const { before, after } = parts(readFileSync(DOC, 'utf8'));
    if (process.env['UPDATE_DOCS']) writeFileSync(DOC, `${before}\n${settingsTable()}\n${after}`);
    expect(parts(readFileSync(DOC, 'utf8')).table).toBe(settingsTable());
  });
});

describe('a value that a document gives to a variable', () => {
  const named = new Map(declaredSettings().map((setting) => [setting.name, setting]));
  const documents = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));
  const given = documents.flatMap((name) =>
    [...readFileSync(join(ROOT, 'docs', name), 'utf8').matchAll(/\b([A-Z][A-Z0-9_]+)=([A-Za-z0-9][^\s`;)|…$<]*)/g)]
      .filter(([, variable]) => named.has(variable!))
      .map(([, variable, value]) => ({ name, variable: variable!, value: value! })),
  );

  it('is accepted by the code', () => {
    expect(given.map(({ variable }) => variable)).toEqual(expect.arrayContaining(['SCAN_RETENTION_DAYS', 'EGRESS_PROXIES']));
    // A key is a placeholder, and a file belongs to the reader.
    const faults = given
      .filter(({ variable }) => variable !== 'SECRETS_KEY' && !variable.endsWith('_FILE'))
      .flatMap(({ name, variable, value }) => faultsOf(() => named.get(variable)!.parse(value), `${name}: ${variable}=${value}`));
    expect(faults).toEqual([]);
  });
});

describe('.env.example', () => {
  it('matches the settings that the code reads', () => {
    if (process.env['UPDATE_DOCS']) writeFileSync(ENV, envExample());
    expect(readFileSync(ENV, 'utf8')).toBe(envExample());
  });
});

describe('a variable that several programs read', () => {
  it('has one default and one meaning', () => {
    const meanings = new Map<string, Set<string>>();
    for (const { name, fallback, doc } of declaredSettings()) {
      meanings.set(name, (meanings.get(name) ?? new Set()).add(`${fallback ?? 'required'}: ${doc}`));
    }
    expect([...meanings].filter(([, each]) => each.size > 1)).toEqual([]);
  });
});
