// Checks that each page of docs/ can be read as a page of its own: on a code host, in the console's help and on the site.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from './held-document.js';
import { isThere, linksOf, textOf } from './pages.js';

const PAGES = globSync('docs/*.md', { cwd: ROOT }).toSorted();
const MOST_WORDS = 1500;
/** Pages that may be longer, each with the reason. */
const LONG: Readonly<Record<string, string>> = {
  'docs/domain.md': 'a list of decisions that code cites by heading; nobody reads it in one go',
};

const headingsOf = (page: string): { depth: number; heading: string }[] =>
  [...textOf(page).matchAll(/^(#+) (.+)$/gm)].map(([, marks = '', heading = '']) => ({ depth: marks.length, heading }));

const writtenOf = (page: string): string => textOf(page).replaceAll(/<!-- ([^:]+): generated -->[^]*?<!-- end of \1 -->/g, '');

const wordsOf = (page: string): number => writtenOf(page).split(/\s+/).filter(Boolean).length;

/** Returns the beginnings of what Markdown takes for a tag, and Vue for an expression, outside code. A picture in two looks needs tags. */
const tagsOf = (page: string): string[] =>
  textOf(page)
    .replaceAll(/`[^`]*`/g, '')
    .match(/(?<!\\)<(?!!--|\/?picture>|source |img )[a-z/][^>\n]{0,20}|\{\{.{0,20}/gi) ?? [];

describe.each(PAGES)('%s', (page) => {
  it('has one title, and no heading below it skips a level', () => {
    const depths = headingsOf(page).map(({ depth }) => depth);
    expect(depths[0]).toBe(1);
    expect(depths.slice(1).filter((depth) => depth < 2)).toEqual([]);
    expect(headingsOf(page).filter(({ depth }, index) => depth > (depths[index - 1] ?? 0) + 1)).toEqual([]);
  });

  it('begins with a sentence', () => {
    const [, first = ''] = /^# .+\n\n(.+)/.exec(textOf(page)) ?? [];
    expect(first).toMatch(/^(?:[A-Z"]|\*\*).*?[.:](?: |$)/);
  });

  it('has no word in angle brackets or double braces outside code, because the site would take it for a tag', () => {
    expect(tagsOf(page)).toEqual([]);
  });

  it(`has at most ${MOST_WORDS} words, without code and generated parts`, () => {
    expect(wordsOf(page)).toBeLessThanOrEqual(page in LONG ? Infinity : MOST_WORDS);
  });
});

it('each exempt page is too long', () => {
  expect(Object.keys(LONG).filter((page) => wordsOf(page) <= MOST_WORDS)).toEqual([]);
});

it('every page is reached from the README or another page', () => {
  const reached = new Set(
    ['README.md', ...PAGES].flatMap((from) =>
      linksOf(from)
        .map(({ target }) => target.page)
        .filter((to) => to !== from),
    ),
  );
  expect(PAGES.filter((page) => !reached.has(page))).toEqual([]);
});

describe('site/questions.json', () => {
  const questions = JSON.parse(readFileSync(join(ROOT, 'site/questions.json'), 'utf8')) as {
    question: string;
    page: string;
    anchor: string;
  }[];

  it('names for each question of a reader a heading that exists', () => {
    expect(questions).not.toEqual([]);
    expect(questions.filter(({ page, anchor }) => anchor === '' || !isThere({ page: `docs/${page}.md`, anchor }))).toEqual([]);
  });
});
