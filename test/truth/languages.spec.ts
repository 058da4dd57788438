import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');
const TEXTS = join(ROOT, 'apps/event-builder/src/texts');
const DOC = join(ROOT, 'docs/languages.md');
const BEGIN = '<!-- languages: generated -->';
const END = '<!-- end of languages -->';

interface Review {
  readonly language: string;
  readonly reviewed_by: string | null;
  readonly reviewed_at: string | null;
  readonly compared_with: readonly string[];
}

const reviews = readdirSync(TEXTS)
  .filter((name) => name.endsWith('.json'))
  .toSorted()
  .map((name) => ({ name, review: (JSON.parse(readFileSync(join(TEXTS, name), 'utf8')) as { _meta: Review })._meta }));

const englishName = new Intl.DisplayNames(['en'], { type: 'language' });

const stateOf = ({ reviewed_by: by, reviewed_at: at }: Review): string => (by === null ? 'unreviewed' : `reviewed by ${by} on ${at}`);

const table = (): string =>
  reviews.map(({ review }) => `- \`${review.language}\` ${englishName.of(review.language)}: ${stateOf(review)}`).join('\n');

const before = (doc: string): string => doc.slice(0, doc.indexOf(BEGIN) + BEGIN.length);
const after = (doc: string): string => doc.slice(doc.indexOf(END));
const between = (doc: string): string => doc.slice(before(doc).length, -after(doc).length).trim();

describe('docs/languages.md', () => {
  it('lists every language with the review state from its file', () => {
    const doc = readFileSync(DOC, 'utf8');
    if (process.env['UPDATE_DOCS']) writeFileSync(DOC, `${before(doc)}\n${table()}\n${after(doc)}`);
    expect(between(readFileSync(DOC, 'utf8'))).toBe(table());
  });
});

describe.each(reviews)('$name', ({ name, review }) => {
  it('names its language', () => expect(name).toBe(`${review.language}.json`));

  it('names a reviewer and a day, or neither', () => {
    expect(Object.keys(review).toSorted()).toEqual(['compared_with', 'language', 'reviewed_at', 'reviewed_by']);
    expect(review.reviewed_by === null).toBe(review.reviewed_at === null);
    expect(review.reviewed_by ?? 'nobody').not.toBe('');
    expect(review.reviewed_at ?? '2026-01-01').toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });

  it('names the carriers whose words it was compared with', () => {
    expect(review.compared_with).not.toEqual([]);
    expect(review.compared_with.filter((source) => !source.includes(': ') && !source.includes(', '))).toEqual([]);
    const files = review.compared_with.flatMap((source) => source.match(/apps\/[\w./-]+\.yaml/) ?? []);
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
  });
});
