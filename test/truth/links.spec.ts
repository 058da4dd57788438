// Checks that every relative link of a document leads to a file and, after a #, to a heading in it.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from './held-document.js';
import { isThere, linksOf } from './pages.js';

const PAGES = globSync(
  ['*.md', '{docs,deploy,libs,apps,bench,test,.github/workflows}/**/*.md', '{packages,examples}/*.md', '{packages,examples}/*/*.md'],
  { cwd: ROOT },
);

/** Returns the broken links of a page, as written. */
const deadLinksOf = (page: string): string[] =>
  linksOf(page)
    .filter(({ target }) => !isThere(target))
    .map(({ link }) => link);

describe('the links of a document', () => {
  it('are found', () => {
    expect(PAGES).toContain('README.md');
  });

  it.each(PAGES)('in %s lead to existing files and headings', (page) => {
    expect(deadLinksOf(page)).toEqual([]);
  });
});

describe('a page and a heading that the code names', () => {
  const sources = globSync(['{apps,libs,scripts}/**/*.{ts,mjs}', 'deploy/helm/**/*.{yaml,tpl,json}'], { cwd: ROOT });
  const named = sources.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/(?<![\w/])(docs\/[a-z0-9/-]+\.md)(?:#([a-z_-]+))?/g)].map(
      ([, page = '', anchor = '']) => ({ file, page, anchor }),
    ),
  );

  it('exist', () => {
    expect(named).not.toEqual([]);
    expect(named.filter((each) => !isThere(each))).toEqual([]);
  });
});
