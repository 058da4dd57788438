import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { EDGE_CASES } from './edge-cases.js';
import { holdFile, ROOT } from './held-document.js';

const specs = ['apps', 'libs', 'scripts', 'test']
  .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && entry.name.endsWith('.spec.ts') && entry.name !== 'edge-cases.spec.ts')
  .map((entry) => join(entry.parentPath, entry.name))
  .map((path) => ({ file: relative(ROOT, path).replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }));

/** The numbers that the titles of a spec name: `edge case 7: …`, `… (edge cases 35, 46)`, or rows `['21: …'` of a table titled `edge case %s`. */
function edgesOf(text: string): Set<number> {
  const titles = text.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');
  const named = [...titles.matchAll(/edge cases? (\d+(?:(?:, | and )\d+)*)/g)].flatMap(([, list = '']) => list.match(/\d+/g) ?? []);
  const rows = titles.includes("'edge case %s") ? [...titles.matchAll(/\['(\d+): /g)].map(([, number]) => number) : [];
  return new Set([...named, ...rows].map(Number));
}

const found = specs.map(({ file, text }) => ({ file, edges: edgesOf(text) }));
const specsOf = (edge: number): string[] =>
  found
    .filter(({ edges }) => edges.has(edge))
    .map(({ file }) => file)
    .toSorted();

describe('the edge cases of the domain', () => {
  const numbers = EDGE_CASES.map((_, index) => index + 1);

  it('are fifty, and each is named by a test', () => {
    expect(numbers).toHaveLength(50);
    expect(numbers.filter((edge) => specsOf(edge).length === 0)).toEqual([]);
  });

  it('are all that tests name', () => {
    expect(
      found.flatMap(({ file, edges }) => [...edges].filter((edge) => !numbers.includes(edge)).map((edge) => `${file}: ${edge}`)),
    ).toEqual([]);
  });

  it('are listed in docs/edge-cases.md with the specs that hold them', async () => {
    const rows = EDGE_CASES.map(
      ([edge, expected], index) =>
        `| ${index + 1} | ${edge} | ${expected} | ${specsOf(index + 1)
          .map((file) => `\`${file}\``)
          .join('<br>')} |`,
    );
    await holdFile('docs/edge-cases.md', [HEAD, '| # | edge | expected | held by |', '| --- | --- | --- | --- |', ...rows, ''].join('\n'));
  });
});

const HEAD = `# Edge cases

This page answers what happens in fifty unusual cases of parcels, carriers, retailers and receivers, and which tests hold that. The rules are in [domain.md](domain.md).
Several cases in a row, and their results, are separated by semicolons or commas. Test titles name the row's number. \`UPDATE_DOCS=1\` with the truth tests writes this page from \`test/truth/edge-cases.ts\` and the titles.
`;
