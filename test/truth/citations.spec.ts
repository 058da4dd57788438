// Checks that cited things exist: headings of docs/domain.md, edge cases, files of docs/decisions, invariants. Comments and documents cite
// them.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { EDGE_CASES } from './edge-cases.js';
import { ROOT } from './held-document.js';

const page = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const FILES = globSync('{apps,libs,scripts,test,bench,docs,deploy,samples}/**/*.{ts,md,yaml,yml,tpl,sql,mjs,js}', { cwd: ROOT })
  .concat(globSync('*.md', { cwd: ROOT }))
  .filter((path) => path !== 'test/truth/citations.spec.ts')
  .map((path) => ({ path, text: page(path) }));

interface Citation {
  readonly path: string;
  readonly cited: string;
}

/** Returns every match of a pattern; `cited` is its first group. */
const citations = (pattern: RegExp): Citation[] =>
  FILES.flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([, cited = '']) => ({ path, cited })));

/** Splits a list such as `35, 46 and 47` into one citation per number. */
const numbersOf = ({ path, cited }: Citation): Citation[] => (cited.match(/\d+/g) ?? []).map((number) => ({ path, cited: number }));

const captured = (text: string, pattern: RegExp): Set<string> => new Set([...text.matchAll(pattern)].map(([, name = '']) => name));

const unresolved = (found: readonly Citation[], known: ReadonlySet<string>): string[] =>
  found.filter(({ cited }) => !known.has(cited)).map(({ path, cited }) => `${path}: ${cited}`);

const LIST = String.raw`(\d+(?:(?:, | and )\d+)*)`;
const decisionFiles = globSync('docs/decisions/*.md', { cwd: ROOT }).join('\n');

describe('a citation', () => {
  it('of the domain names a heading of docs/domain.md', () => {
    const headings = captured(page('docs/domain.md'), /^#+ ([CD]\.\d+(?:\.\d+)?) /gm);
    const found = citations(/(?<![\w.-])([CD]\.\d{1,2}(?:\.\d+)?)\b/g);
    expect(found).not.toEqual([]);
    expect(unresolved(found, headings)).toEqual([]);
  });

  it('of an edge case names an edge case of the list', () => {
    const known = new Set(EDGE_CASES.map((_, index) => String(index + 1)));
    const found = citations(new RegExp(String.raw`\bedge cases? ${LIST}`, 'gi')).flatMap(numbersOf);
    expect(found).not.toEqual([]);
    expect(unresolved(found, known)).toEqual([]);
  });

  it('of a decision by number names a file of docs/decisions', () => {
    const numbers = new Set([...captured(decisionFiles, /(\d{4})-/g)].map((number) => String(Number(number))));
    const found = citations(new RegExp(String.raw`\bdecisions? ${LIST}`, 'gi')).flatMap(numbersOf);
    expect(found).not.toEqual([]);
    expect(unresolved(found, numbers)).toEqual([]);
  });

  it('of an invariant names a row of ARCHITECTURE.md', () => {
    const invariants = captured(page('ARCHITECTURE.md').split('## Invariants')[1] ?? '', /^(\d+)\. /gm);
    const found = citations(new RegExp(String.raw`\binvariants? ${LIST}`, 'gi')).flatMap(numbersOf);
    expect(found).not.toEqual([]);
    expect(unresolved(found, invariants)).toEqual([]);
  });

  it('of a decision by path names a file of docs/decisions', () => {
    const known = new Set([...captured(decisionFiles, /decisions\/(\S+)/g), ...captured(decisionFiles, /decisions\/(\d{4})-/g)]);
    const found = citations(/\bdecisions\/(\d{4}(?:-[\w-]+\.md)?)/g);
    expect(found).not.toEqual([]);
    expect(unresolved(found, known)).toEqual([]);
  });
});
