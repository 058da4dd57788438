import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from './held-document.js';

const FOLDERS = [
  ...['fan-out', 'partitions', 'deliveries', 'queue', 'overflow', 'attempt', 'retries', 'batching'].map(
    (feature) => `apps/webhook-sender/src/${feature}`,
  ),
  'libs/messaging/src/consumer',
];

const EXPORT = /^export (?:abstract )?(?:class|interface|type) (\w+)/gm;
const EXPLAINED_EXPORT = /\*\/\n(?:@.*\n)*export (?:abstract )?(?:class|interface|type) (\w+)/gm;

function exported(folder: string, pattern: RegExp): string[] {
  const files = readdirSync(join(ROOT, folder)).filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'));
  return files.flatMap((file) => {
    const source = readFileSync(join(ROOT, folder, file), 'utf8');
    return [...source.matchAll(pattern)].map(([, name]) => `${name} in ${folder}/${file}`);
  });
}

describe('docs/glossary.md', () => {
  const page = readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8');

  it.each(FOLDERS)('finds a docstring for every class and type of %s', (folder) => {
    expect(exported(folder, EXPLAINED_EXPORT)).toEqual(exported(folder, EXPORT));
  });

  it('defines each word once', () => {
    const words = [...page.matchAll(/^\| \*\*\[?([^*\]]+)/gm)].map(([, word]) => word);
    expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
  });
});
