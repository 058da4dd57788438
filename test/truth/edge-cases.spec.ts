import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { EDGE_CASES } from './edge-cases.js';
import { ROOT } from './held-document.js';

const specs = ['apps', 'libs', 'scripts', 'test']
  .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && entry.name.endsWith('.spec.ts') && entry.name !== 'edge-cases.spec.ts')
  .map((entry) => join(entry.parentPath, entry.name))
  .map((path) => ({ file: relative(ROOT, path).replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }));

/**
 * Returns the edge cases that the titles of a spec name: `edge case 7: …`, `… (edge cases 35, 46)`, or rows `['21: …'` of a table titled
 * `edge case %s`.
 */
function edgesOf(text: string): Set<number> {
  const titles = text.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');
  const named = [...titles.matchAll(/edge cases? (\d+(?:(?:, | and )\d+)*)/g)].flatMap(([, list = '']) => list.match(/\d+/g) ?? []);
  const rows = titles.includes("'edge case %s") ? [...titles.matchAll(/\['(\d+): /g)].map(([, number]) => number) : [];
  return new Set([...named, ...rows].map(Number));
}

const found = specs.map(({ file, text }) => ({ file, edges: edgesOf(text) }));
const isTested = (edge: number): boolean => found.some(({ edges }) => edges.has(edge));

describe('the edge cases of the domain', () => {
  const numbers = EDGE_CASES.map((_, index) => index + 1);

  it('are each covered by a test that names them', () => {
    expect(numbers.filter((edge) => !isTested(edge))).toEqual([]);
  });

  it('include every edge case that tests name', () => {
    expect(
      found.flatMap(({ file, edges }) => [...edges].filter((edge) => !numbers.includes(edge)).map((edge) => `${file}: ${edge}`)),
    ).toEqual([]);
  });
});
