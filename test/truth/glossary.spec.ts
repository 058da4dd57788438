import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from './held-document.js';

const FOLDERS = [
  ...['fan-out', 'queue', 'overflow', 'attempt', 'retries', 'batching'].map((feature) => `apps/webhook-sender/src/${feature}`),
  'libs/messaging/src/consumer',
];

const EXPORT = /^export (?:abstract )?(?:class|interface|type) (\w+)/gm;
const ROW = /^\| \[`(\w+)`\]\(\.\.\/([^)]+)\) +\| \S/gm;

function exportedNames(folder: string): string[] {
  const files = readdirSync(join(ROOT, folder)).filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'));
  return files.flatMap((file) => {
    const source = readFileSync(join(ROOT, folder, file), 'utf8');
    return [...source.matchAll(EXPORT)].map(([, name]) => `${name} in ${folder}/${file}`);
  });
}

describe('docs/glossary.md', () => {
  const page = readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8');
  const listed = [...page.matchAll(ROW)].map(([, name, file]) => `${name} in ${file}`);

  it.each(FOLDERS)('lists every exported class and type of %s, and no other', (folder) => {
    const rows = listed.filter((row) => row.includes(` in ${folder}/`));
    expect(rows.toSorted()).toEqual(exportedNames(folder).toSorted());
  });

  it('defines each word once', () => {
    const words = [...page.matchAll(/^\| \*\*([^*]+)\*\*/gm)].map(([, word]) => word);
    expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
  });
});
