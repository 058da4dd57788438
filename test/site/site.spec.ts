// The built site in a real browser: every page, every link, the search. `npm run site -- --check` builds it and runs this file.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import compression from 'compression';
import express from 'express';
import { ROOT } from '../../scripts/stack/clone.js';
import { BROWSER, NARROW, type Person, untilAtRest, useBrowser, WIDE, WITHOUT_BROWSER } from '../support/console.js';
import { isTooWide, LOOKS, UNTIL_STILL, violationsOf } from '../support/looks.js';

if (BROWSER === undefined) process.stdout.write(`test/site is left out: ${WITHOUT_BROWSER}\n`);

const DIST = join(ROOT, '.cache/site/dist');
const REPOSITORY = (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { repository: { url: string } }).repository.url.replace(
  /^git\+|\.git$/g,
  '',
);
const FIRST_VIEW_KB = 200;
const SHOWN_FIRST = 3;
/** Detects a walk that hangs. A busy machine needs five minutes for it. */
const WALKED_WITHIN_MS = 30 * 60_000;

interface Question {
  readonly question: string;
  readonly page: string;
  readonly anchor: string;
}

interface Drawn {
  readonly links: readonly string[];
  readonly ids: readonly string[];
}

if (!existsSync(join(DIST, 'index.html'))) throw new Error('Build the site first: npm run site -- --build');
const pages = globSync('**/*.html', { cwd: DIST })
  .filter((file) => !['404.html', 'api-reference.html'].includes(file))
  .map((file) => file.replace(/(?:index)?\.html$/, ''))
  .toSorted();
const questions = JSON.parse(readFileSync(join(ROOT, 'site/questions.json'), 'utf8')) as Question[];
const browser = useBrowser();
let server: Server;
let url: string;

beforeAll(async () => {
  server = createServer(
    express()
      .use(compression())
      .use(express.static(DIST, { extensions: ['html'] })),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});

afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const DRAWN = `({
  links: [...document.querySelectorAll('a[href]')].map(({ href }) => href),
  ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
})`;

/** Faults of the theme, on every page: a button in the title of a group of the menu, and the name of the search button. */
const OF_THE_THEME =
  /^(?:nested-interactive: <div class="item" role="button"|label-content-name-mismatch: <button type="button" class="DocSearch)/;

/** Looks at an open page in each appearance. */
async function faultsOf({ page }: Person, name: string): Promise<string[]> {
  const faults: string[] = [];
  for (const { look, viewport, colorScheme, rules } of LOOKS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await page.locator(colorScheme === 'dark' ? 'html.dark' : 'html:not(.dark)').waitFor({ state: 'attached' });
    await page.evaluate(UNTIL_STILL);
    const found = (await violationsOf(page, rules)).filter((fault) => !OF_THE_THEME.test(fault));
    faults.push(...found.map((fault) => `${name}, ${look}: ${fault}`));
    if (await isTooWide(page)) faults.push(`${name}, ${look}: it scrolls sideways`);
  }
  await page.setViewportSize(WIDE);
  return faults;
}

async function open(person: Person, page: string): Promise<void> {
  const answer = await person.page.goto(url + page);
  if (!answer?.ok()) throw new Error(`${page} answers ${answer?.status()}`);
  await person.page.getByRole('heading', { level: 1 }).waitFor();
  await untilAtRest(person);
}

(BROWSER === undefined ? describe.skip : describe)('the site', () => {
  it(`shows its first page with less than ${FIRST_VIEW_KB} KB, all from its own server`, async () => {
    const person = await browser.person();
    const network = await person.context.newCDPSession(person.page);
    let bytes = 0;
    network.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    await network.send('Network.enable');
    await open(person, '');
    expect(person.asked.filter((each) => !each.startsWith(url) && !each.startsWith('data:'))).toEqual([]);
    expect(bytes / 1000).toBeLessThan(FIRST_VIEW_KB);
  });

  it('offers three ways in and the missing webhook on the first screen', async () => {
    for (const viewport of [WIDE, NARROW]) {
      const person = await browser.person({ viewport });
      await open(person, '');
      for (const name of [/I receive webhooks/, /I run it/, /I publish scans/, /Why is my webhook missing/]) {
        const box = await person.page.getByRole('main').getByRole('link', { name }).boundingBox();
        expect(box!.y + box!.height).toBeLessThanOrEqual(viewport.height);
      }
      await person.context.close();
    }
  });

  it('answers each question of support by one search and one click', async () => {
    const person = await browser.person();
    await open(person, '');
    await person.page.keyboard.press('Control+k');
    const results = person.page.locator('#localsearch-list a.result');
    const unanswered: object[] = [];
    for (const { question, page, anchor } of questions) {
      await person.page.getByRole('searchbox').fill('');
      await results.first().waitFor({ state: 'detached' });
      await person.page.getByRole('searchbox').fill(question);
      await results.first().waitFor();
      const found = await Promise.all((await results.all()).slice(0, SHOWN_FIRST).map((link) => link.getAttribute('href')));
      if (!found.includes(`/${page}#${anchor}`)) unanswered.push({ question, found });
    }
    expect(unanswered).toEqual([]);
  });

  describe('every page', () => {
    const drawn = new Map<string, Drawn>();
    const faults: string[] = [];

    beforeAll(async () => {
      const person = await browser.person();
      for (const page of pages) {
        await open(person, page);
        drawn.set(page, await person.page.evaluate<Drawn>(DRAWN));
        faults.push(...(await faultsOf(person, page)));
      }
    }, WALKED_WITHIN_MS);

    it('is drawn without a fault, in light, dark and narrow', () => expect(faults).toEqual([]));

    it('has no link that leads nowhere', () => {
      const links = [...drawn].flatMap(([page, { links }]) => links.map((link) => ({ page, link })));
      expect(links.filter(({ link }) => !leadsSomewhere(link, drawn))).toEqual([]);
    });

    it('is reached by a link of another page', () => {
      const targetOf = (link: string): string | undefined => link.slice(url.length).split('#')[0];
      const reached = new Set([...drawn].flatMap(([page, { links }]) => links.map(targetOf).filter((target) => target !== page)));
      expect(pages.filter((page) => !reached.has(page))).toEqual([]);
    });
  });

  it('shows the routes of the API, but sends no requests to them', async () => {
    const person = await browser.person();
    await person.page.goto(`${url}api-reference.html#tag/receivers/POST/receivers`);
    const route = person.page.locator('section[id$="tag/receivers/POST/receivers"]');
    await route.getByText('scope: write').first().waitFor();
    expect(await route.getByRole('button', { name: /^Test Request/ }).count()).toBe(0);
    expect(person.asked.filter((each) => !each.startsWith(url) && !each.startsWith('data:') && !each.startsWith('blob:'))).toEqual([]);
  });
});

/** True for a page and a heading of the site, one of its files, a file of the repository, or an address elsewhere. */
function leadsSomewhere(link: string, drawn: ReadonlyMap<string, Drawn>): boolean {
  if (link.startsWith(url)) {
    const [path = '', id] = link.slice(url.length).split('#');
    const page = drawn.get(path);
    if (page === undefined) return id === undefined && existsSync(join(DIST, path));
    return id === undefined || page.ids.includes(decodeURIComponent(id));
  }
  const [, path] = new RegExp(`^${REPOSITORY}/(?:blob|tree)/[^/]+/([^#]+)`).exec(link) ?? [];
  return path === undefined || existsSync(join(ROOT, decodeURIComponent(path)));
}

const markdownOf = (page: string): string => `${page.replace(/\/$/, '/index')}.md`;

describe('for assistants, the site', () => {
  it('has every page as Markdown beside its HTML', () => {
    expect(pages.filter((page) => page !== '' && !existsSync(join(DIST, markdownOf(page))))).toEqual([]);
  });

  it('lists them in llms.txt, with the schemas and the OpenAPI document', () => {
    const links = [...readFileSync(join(DIST, 'llms.txt'), 'utf8').matchAll(/\]\(\.\/([^)]+)\)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !existsSync(join(DIST, link)))).toEqual([]);
    expect(links).toEqual(expect.arrayContaining(['openapi.json', 'schemas/webhook-payload.schema.json', 'assistants.md']));
    expect(pages.filter((page) => page !== '' && !links.includes(markdownOf(page)))).toEqual([]);
  });
});
