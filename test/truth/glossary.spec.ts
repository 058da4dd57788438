import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from './held-document.js';

const FOLDERS = [
  ...['fan-out', 'queue', 'overflow', 'attempt', 'retries', 'batching'].map((feature) => `apps/webhook-sender/src/${feature}`),
  'libs/messaging/src/consumer',
];

const CLASS = /^export (?:abstract )?class (\w+)/gm;
const TYPE = /^export (?:interface|type) (\w+)/gm;
/** A type with a docstring on the line before it: the page only links it. */
const EXPLAINED_TYPE = /\*\/\nexport (?:interface|type) (\w+)/gm;

function exported(folder: string, pattern: RegExp): string[] {
  const files = readdirSync(join(ROOT, folder)).filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'));
  return files.flatMap((file) => {
    const source = readFileSync(join(ROOT, folder, file), 'utf8');
    return [...source.matchAll(pattern)].map(([, name]) => `${name} in ${folder}/${file}`);
  });
}

describe('docs/glossary.md', () => {
  const page = readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8');
  const listed = (pattern: RegExp): string[] => [...page.matchAll(pattern)].map(([, name, file]) => `${name} in ${file}`);
  const explained = listed(/^\| \[`(\w+)`\]\(\.\.\/([^)]+)\) +\| \S/gm);
  const linked = listed(/(?<!^\| )\[`(\w+)`\]\(\.\.\/([^)]+)\)/gm);
  const inFolder = (names: readonly string[], folder: string): string[] =>
    names.filter((name) => name.includes(` in ${folder}/`)).toSorted();

  it.each(FOLDERS)('explains every exported class of %s, and no other', (folder) => {
    expect(inFolder(explained, folder)).toEqual(exported(folder, CLASS).toSorted());
  });

  it.each(FOLDERS)('links every exported type of %s, which the code explains', (folder) => {
    expect(inFolder(linked, folder)).toEqual(exported(folder, TYPE).toSorted());
    expect(exported(folder, EXPLAINED_TYPE)).toEqual(exported(folder, TYPE));
  });

  it('defines each word once', () => {
    const words = [...page.matchAll(/^\| \*\*\[?([^*\]]+)/gm)].map(([, word]) => word);
    expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
  });
});
