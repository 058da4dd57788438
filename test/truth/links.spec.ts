// Checks that every relative link of a document leads to a file and, after a #, to a heading in it.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from './held-document.js';

const PAGES = globSync(
  [
    '*.md',
    '{docs,deploy,libs,apps,bench,samples,test,.github/workflows}/**/*.md',
    '{packages,examples}/*.md',
    '{packages,examples}/*/*.md',
  ],
  { cwd: ROOT },
);

const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8').replaceAll(/```[^]*?```/g, '');

/** Makes an anchor of a heading as GitHub does. */
const toAnchor = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = (file: string): string[] => [...textOf(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => toAnchor(heading.trim()));

/** Returns the broken links of a page, as written. */
function deadLinksOf(page: string): string[] {
  const links = [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link).filter((link) => !/^[a-z]+:/.test(link));
  return links.filter((link) => !isAlive(page, link));
}

function isAlive(page: string, link: string): boolean {
  const [path = '', anchor = ''] = link.split('#');
  const file = path === '' ? page : normalize(join(dirname(page), path));
  if (!existsSync(join(ROOT, file))) return false;
  return anchor === '' || !file.endsWith('.md') || anchorsOf(file).includes(anchor);
}

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
    const isThere = ({ page, anchor }: (typeof named)[number]): boolean =>
      existsSync(join(ROOT, page)) && (anchor === '' || anchorsOf(page).includes(anchor));
    expect(named.filter((each) => !isThere(each))).toEqual([]);
  });
});
