// Checks what the site makes of the documents, without building it. test/site looks at the built site.
import { globSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { type Places, rewriteLinks } from '../../site/links.js';
import { PAGES } from '../../site/pages.js';
import { llmsText, readSite } from '../../site/stage.js';
import { ROOT } from './held-document.js';

const repository = { address: 'https://code.example/owner/name', ref: 'v1.2.3' };

describe('the links of a page', () => {
  const places: Places = {
    pages: new Map([
      ['docs/events.md', 'events'],
      ['docs/decisions/1.md', 'decisions/1'],
      ['packages/cli/README.md', 'cli'],
    ]),
    titles: new Map([['docs/events.md', 'Events']]),
    files: new Map([['docs/schemas/a.json', 'schemas/a.json']]),
    repository: repository.address,
    ref: repository.ref,
    isFolder: (path) => path === 'examples',
  };

  it.each([
    ['another page', 'docs/events.md', '[a](decisions/1.md#why)', '[a](./decisions/1.md#why)'],
    ['a page of a folder above', 'docs/decisions/1.md', '[a](../events.md)', '[a](../events.md)'],
    ['a README by its folder', 'docs/events.md', '[a](../packages/cli)', '[a](./cli.md)'],
    ['a README of another folder', 'packages/cli/README.md', '[a](../../docs/events.md#x)', '[a](./events.md#x)'],
    ['a published file', 'docs/decisions/1.md', '[a](../schemas/a.json)', '[a](../schemas/a.json)'],
    [
      'a file of the repository',
      'docs/events.md',
      '[a](../deploy/x.yaml#L3)',
      '[a](https://code.example/owner/name/blob/v1.2.3/deploy/x.yaml#L3)',
    ],
    ['a folder of the repository', 'docs/events.md', '[a](../examples/)', '[a](https://code.example/owner/name/tree/v1.2.3/examples)'],
    [
      'the same by its address',
      'packages/cli/README.md',
      '[a](https://code.example/owner/name/blob/main/docs/events.md#x)',
      '[a](./events.md#x)',
    ],
    ['a place in the page', 'docs/events.md', '[a](#there)', '[a](#there)'],
    ['another site', 'docs/events.md', '[a](https://elsewhere.example/docs/events.md)', '[a](https://elsewhere.example/docs/events.md)'],
    ['a page, by its title instead of its file', 'docs/decisions/1.md', '[events.md](../events.md#x)', '[Events](../events.md#x)'],
    ['a page in HTML', 'docs/events.md', '<a href="decisions/1.md#why">', '<a href="./decisions/1#why">'],
  ])('lead to %s', (_, file, text, expected) => {
    expect(rewriteLinks(text, file, places)).toBe(expected);
  });

  it('stay as they are in code', () => {
    const code = '```md\n[a](decisions/1.md)\n```';
    expect(rewriteLinks(code, 'docs/events.md', places)).toBe(code);
  });
});

describe('the site', () => {
  const site = readSite(ROOT, repository);
  const pages = site.groups.flatMap((group) => group.pages);

  it('has a page for every document', () => {
    const documents = globSync('docs/**/*.md', { cwd: ROOT });
    expect(documents.filter((file) => !PAGES.some((page) => page.file === file))).toEqual([]);
    expect(new Set(PAGES.map(({ name }) => name)).size).toBe(PAGES.length);
  });

  it('says on each page for whom it is and how long it takes', () => {
    const isTold = ({ markdown }: (typeof pages)[number]): boolean => /^# .+\n\n\*For .+ · \d+ minutes? to (?:read|do)\*\n/m.test(markdown);
    expect(pages.filter((page) => !isTold(page)).map(({ name }) => name)).toEqual([]);
  });

  it('names every page in llms.txt, with a sentence', () => {
    const lines = llmsText(site).split('\n');
    const isNamed = (name: string): boolean => lines.some((line) => line.includes(`](./${name}.md): `) && /\. ?$|[.)]$/.test(line));
    expect(pages.map(({ name }) => name).filter((name) => !isNamed(name))).toEqual([]);
  });
});
