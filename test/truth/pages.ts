// The documents as people read them: headings, anchors, links, words.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { LINK } from '../../site/links.js';
import { ROOT } from './held-document.js';

/** Returns a page without its code. */
export const textOf = (page: string): string => readFileSync(join(ROOT, page), 'utf8').replaceAll(/```[^]*?```/g, '');

/** Makes an anchor of a heading as GitHub does. */
const toAnchor = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');

export const anchorsOf = (page: string): string[] =>
  [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => toAnchor(heading.trim()));

/** Tells whether a page exists and, with an anchor, has the heading. */
export const isThere = ({ page, anchor }: { readonly page: string; readonly anchor: string }): boolean =>
  existsSync(join(ROOT, page)) && (anchor === '' || !page.endsWith('.md') || anchorsOf(page).includes(anchor));

/** Returns the links of a page to files of the repository, as written and as they lead from the root. */
export const linksOf = (page: string): { link: string; target: { page: string; anchor: string } }[] =>
  [...textOf(page).matchAll(LINK)]
    .map(([link]) => link)
    .filter((link) => !/^[a-z]+:/.test(link))
    .map((link) => {
      const [path = '', anchor = ''] = link.split('#');
      return { link, target: { page: path === '' ? page : normalize(join(dirname(page), path)), anchor } };
    });
