import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { slug } from 'github-slugger';
import { type DefaultTheme, defineConfig, type HeadConfig } from 'vitepress';
import { pageScript, toPage } from '../../apps/token-api/src/docs/page.js';
import { DECISION_PAGES } from '../pages.js';
import { llmsText, readSite, type StagedPage, stageSite } from '../stage.js';

const ROOT = join(import.meta.dirname, '../..');
const OUT = join(ROOT, '.cache/site');
const SOURCE = join(OUT, 'source');

const { version, repository } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest;
interface Manifest {
  readonly version: string;
  readonly repository: { readonly url: string };
}
const address = repository.url.replace(/^git\+|\.git$/g, '');
const ref = refOf();
const site = readSite(ROOT, { address, ref });
const pages = new Map([site.home, ...site.groups.flatMap((group) => group.pages)].map((page) => [`${page.name}.md`, page]));
stageSite(ROOT, SOURCE, site);

/** The tag of this version if it is the commit of this clone, else the commit. */
function refOf(): string {
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
  const tag = `v${version}`;
  return git('tag', '--points-at', 'HEAD').split('\n').includes(tag) ? tag : git('rev-parse', 'HEAD');
}

const base = process.env.SITE_BASE ?? '/';

function menu(): DefaultTheme.SidebarItem[] {
  const item = ({ short, title, name }: StagedPage): DefaultTheme.SidebarItem => ({
    text: short ?? title,
    link: `/${name.replace(/index$/, '')}`,
  });
  const groups = site.groups
    .filter(({ title }) => title !== DECISION_PAGES.title) // a page lists them
    .map(({ title, pages }) => ({ text: title, collapsed: title !== 'Start', items: pages.map(item) }));
  groups
    .find(({ text }) => text === 'Reference')
    ?.items.unshift({ text: 'API: every route', link: '/api-reference.html', target: '_self' });
  return groups;
}

export default defineConfig({
  base,
  srcDir: SOURCE,
  outDir: join(OUT, 'dist'),
  cacheDir: join(OUT, 'vite'),
  title: 'Parcel-event webhooks',
  description: 'Carriers’ scans become tracking events, and reach each customer’s receiver as a signed webhook.',
  lang: 'en',
  cleanUrls: true,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}mark.svg` }]],
  markdown: {
    anchor: { slugify: slug },
    toc: { slugify: slug },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  vite: { publicDir: join(SOURCE, 'public') },
  themeConfig: {
    logo: '/mark.svg',
    nav: [
      { text: 'Receive', link: '/quick-start' },
      { text: 'Run', link: '/run-it' },
      { text: 'Publish', link: '/publish-scans' },
      { text: 'Webhook missing?', link: '/where-is-my-webhook' },
      { text: version, items: [{ text: 'What changed', link: `${address}/blob/${ref}/CHANGELOG.md` }] },
    ],
    sidebar: menu(),
    outline: { level: [2, 3] },
    search: { provider: 'local', options: { detailedView: true } },
    socialLinks: [{ icon: 'github', link: address }],
    docFooter: { prev: false, next: false },
    notFound: { title: 'There is no such page', quote: 'Search for it, or begin on the first page.', linkText: 'To the first page' },
  },
  transformPageData(data) {
    const page = pages.get(data.relativePath);
    if (page !== undefined && page !== site.home) data.description = page.description;
  },
  transformHead({ pageData }): HeadConfig[] {
    const page = pages.get(pageData.relativePath);
    if (page === undefined || page === site.home) return [];
    return [['link', { rel: 'alternate', type: 'text/markdown', href: `${base}${page.name}.md` }]];
  },
  buildEnd({ outDir }) {
    writeFileSync(join(outDir, 'llms.txt'), llmsText(site));
    for (const { name, markdown } of pages.values())
      if (name !== 'index') writeFileSync(join(outDir, `${name}.md`), markdown.replace(/^---\n[^]*?\n---\n+|<!--[^]*?-->\n/g, ''));
    writeApiReference(outDir);
  },
});

/** The same viewer as at `/docs` of token-api, without requests: there is no API behind this site. */
function writeApiReference(outDir: string): void {
  const folder = join(createRequire(import.meta.url).resolve('@scalar/api-reference'), '../..');
  mkdirSync(join(outDir, 'docs'), { recursive: true });
  copyFileSync(join(folder, 'dist/browser/standalone.js'), join(outDir, 'docs/scalar.js'));
  writeFileSync(join(outDir, 'docs/page.js'), pageScript({ hideTestRequestButton: true }));
  writeFileSync(join(outDir, 'api-reference.html'), toPage('scalar.js'));
}
