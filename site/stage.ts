// Writes the sources of the site: every page with links that work there, and the files that the site publishes as they are.
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { eventParts, type Sources } from './event-reference.js';
import { type Places, rewriteLinks } from './links.js';
import { DECISION_PAGES, type Group, GROUPS, HOME, type Page, PAGES } from './pages.js';

/** Files that the site publishes under their names, so that their addresses stay the same. */
const FILES = ['docs/openapi.json', 'docs/asyncapi.yaml', 'docs/schemas/*.json'];
const PICTURES = ['docs/images/*', 'docs/pictures/*.svg', 'docs/performance/*.svg'];
const MARK = 'apps/console/src/mark.svg';
/** Files that the build makes, by the path that pages of the site link to. */
const MADE = ['api-reference.html', 'llms.txt'];
const WORDS_A_MINUTE = 200;

export interface StagedPage extends Page {
  readonly title: string;
  /** The first sentence. */
  readonly description: string;
  /** The Markdown with links of the site, as the reader and the assistant get it. */
  readonly markdown: string;
}

export interface Site {
  readonly home: StagedPage;
  readonly groups: readonly (Omit<Group, 'pages'> & { readonly pages: readonly StagedPage[] })[];
}

/** @param repository the address of the repository and the tag or commit of this site */
export function readSite(root: string, repository: { readonly address: string; readonly ref: string }): Site {
  const places = placesOf(root, repository);
  const toPage = (page: Page, readers: string): StagedPage => stagePage(root, page, { readers: page.readers ?? readers, places });
  return {
    home: toPage(HOME, ''),
    groups: [...GROUPS, DECISION_PAGES].map((group) => ({ ...group, pages: group.pages.map((page) => toPage(page, group.readers)) })),
  };
}

/** Writes all sources into an empty folder. VitePress reads them from there. */
export function stageSite(root: string, folder: string, site: Site): void {
  rmSync(folder, { recursive: true, force: true });
  for (const { name, markdown } of [site.home, ...site.groups.flatMap(({ pages }) => pages)]) write(join(folder, `${name}.md`), markdown);
  mkdirSync(join(folder, 'public'));
  cpSync(join(root, MARK), join(folder, 'public/mark.svg'));
  // Pictures are there twice: VitePress takes those beside the pages, the Markdown for assistants links to those that are published.
  for (const file of globSync(PICTURES, { cwd: root })) cpSync(join(root, file), join(folder, publicPath(file)));
  for (const file of globSync([...FILES, ...PICTURES], { cwd: root })) cpSync(join(root, file), join(folder, 'public', publicPath(file)));
}

/** A folder must not have the name of a page: some servers would show the folder. */
const publicPath = (file: string): string => file.replace('docs/performance/', 'docs/pictures/').replace('docs/', '');

/** For assistants: what is where, in one file ({@link https://llmstxt.org}). */
export function llmsText({ groups }: Site): string {
  const lists = groups.map(({ title, pages }) => {
    const lines = pages.map((page) => `- [${page.title}](./${page.name}.md): ${page.description}`);
    return `## ${title}\n\n${lines.join('\n')}`;
  });
  return `${[LLMS_START, ...lists, LLMS_FILES].join('\n\n')}\n`;
}

const LLMS_START = `# Parcel-event webhooks

> A service that anyone can host: it turns carriers' scans into eleven tracking events and sends each event as a signed HTTPS webhook, with 15 retries at 30-minute intervals.

Each page is one Markdown file. To write a receiver, read [assistants.md](./assistants.md) first, then [events.md](./events.md) and [signatures.md](./signatures.md).`;

const LLMS_FILES = `## Files for programs

- [openapi.json](./openapi.json): every route of the API, and every webhook with an example
- [webhook-payload.schema.json](./schemas/webhook-payload.schema.json): the body of each event
- [cloud-event.schema.json](./schemas/cloud-event.schema.json): the same as CloudEvents
- [operational-event.schema.json](./schemas/operational-event.schema.json): events about receivers
- [asyncapi.yaml](./asyncapi.yaml): the topics on Kafka, with [scan-1](./schemas/scan-1.schema.json) and [record-1](./schemas/record-1.schema.json)`;

function placesOf(root: string, { address, ref }: { readonly address: string; readonly ref: string }): Places {
  const files = globSync([...FILES, ...PICTURES], { cwd: root });
  return {
    pages: new Map([HOME, ...PAGES].map(({ file, name }) => [file, name])),
    titles: new Map(PAGES.map(({ file }) => [file, titleOf(root, file)])),
    files: new Map([
      ...files.map((file) => [file, publicPath(file)] as const),
      ...MADE.map((file) => [`site/pages/${file}`, file] as const),
    ]),
    repository: address,
    ref,
    isFolder: (path) => statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory() ?? false,
  };
}

function stagePage(root: string, page: Page, { readers, places }: { readonly readers: string; readonly places: Places }): StagedPage {
  const text = fill(root, readFileSync(join(root, page.file), 'utf8'));
  const markdown = rewriteLinks(text, page.file, places);
  const title = titleOf(root, page.file);
  const start = `# ${title}`;
  if (page === HOME) return { ...page, title, description: '', markdown };
  return {
    ...page,
    title,
    description: firstSentence(text.slice(text.indexOf(start) + start.length)),
    markdown: markdown.replace(start, `${start}\n\n*For ${readers} · ${timeOf(page, text)}*`),
  };
}

function timeOf({ minutesToDo }: Page, text: string): string {
  if (minutesToDo !== undefined) return `${minutesToDo} minutes to do`;
  const minutes = Math.ceil(text.replaceAll(/^```[^]*?^```/gm, '').split(/\s+/).length / WORDS_A_MINUTE);
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} to read`;
}

/** @returns the first sentence of the text, without Markdown's signs and without the status of a decision */
function firstSentence(text: string): string {
  const paragraph = text.split(/\n\s*\n/).find((each) => /^\s*(?:- )?(?:\*\*)?(?!Status:)[\p{L}`[]/u.test(each)) ?? '';
  const plain = paragraph
    .trim()
    .replace(/^(?:- )?(?:\*\*[^*]+\.\*\* )?/, '') // the mark of a list, and a word such as "Context."
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll(/[*`]/g, '')
    .replaceAll('\n', ' ');
  return (/^.+?\.(?=\s|$)/.exec(plain)?.[0] ?? plain).replace(/:$/, '.');
}

/** Fills in what the site's own pages list. */
function fill(root: string, text: string): string {
  return text.replace('<!-- events -->', () => eventParts(sourcesOf(root))).replace('<!-- decisions -->', () => decisionsList(root));
}

function sourcesOf(root: string): Sources {
  const read = (file: string): unknown => JSON.parse(readFileSync(join(root, 'docs', file), 'utf8'));
  const schemas = ['webhook-payload', 'operational-event'].map((name) => read(`schemas/${name}.schema.json`));
  return { openapi: read('openapi.json'), schemas } as Sources;
}

const decisionsList = (root: string): string =>
  DECISION_PAGES.pages.map(({ file }) => `- [${titleOf(root, file)}](../../${file})`).join('\n');

function titleOf(root: string, file: string): string {
  const [, title] = /^# (.+)$/m.exec(readFileSync(join(root, file), 'utf8')) ?? [];
  if (title === undefined) throw new Error(`${file} has no title`);
  return title;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
