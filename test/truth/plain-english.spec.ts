import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from './held-document.js';

/** Words that make a reader read a sentence twice (CONTRIBUTING.md). Rewrite the sentence as subject, verb, object. */
const BANNED = /\b(nobody|anybody|whoever|anew|(?:is|are) told|goes by|by itself|in vain|what is under way of|(?:stands|stood) still)\b/gi;

const PLACES = [
  'apps/webhook-sender/src/**/*.ts',
  'libs/messaging/src/**/*.{ts,md}',
  'ARCHITECTURE.md',
  'docs/{api,carriers,delivery,domain,errors,glossary,languages}.md',
  'docs/{mappings,personal-data,receivers,tokens,topics,where-is-my-webhook}.md',
  'docs/decisions/*.md',
];

function bannedIn(file: string): string[] {
  const lines = readFileSync(join(ROOT, file), 'utf8').split('\n');
  return lines.flatMap((line, index) => [...line.matchAll(BANNED)].map(([words]) => `${file}:${index + 1}: ${words}`));
}

describe('plain English', () => {
  it.each(PLACES)('%s has none of the words that make a sentence hard to read', (pattern) => {
    const files = globSync(pattern, { cwd: ROOT }).filter((file) => !file.endsWith('.spec.ts'));
    expect(files).not.toEqual([]);
    expect(files.flatMap(bannedIn)).toEqual([]);
  });
});
