import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { BROWSER_FLAGS, findBrowser } from '../../scripts/prepare/find-browser.mjs';
import type { BenchApp, BenchStack } from '../support/bench-stack.js';
import { ACCOUNT, DELIVERIES, seedLists } from '../support/lists-seed.js';
import { percentile, round } from '../support/percentiles.js';
import type { Row, Scenario } from '../support/scenario.js';

const ROUNDS = 10;
const PAGES = 20;
const PAGE_ROWS = 200;

interface Wire {
  readonly requests: number;
  /** The kilobytes of the page and its assets. */
  readonly files: number;
  /** The kilobytes of the answers of the API. */
  readonly data: number;
}

const NO_WIRE: Wire = { requests: 0, files: 0, data: 0 };

/** Measures the console over full tables: the cost of the first view, and scrolling in a long list. */
export const console_: Scenario = {
  what: `the console in Chromium over ${DELIVERIES.toLocaleString('en')} deliveries of one account`,
  run: async (stack) => {
    const program = findBrowser();
    if (program === undefined) throw new Error('there is no Chromium (Debian: apt-get install chromium)');
    await seedLists(stack.database, (line) => console.log(line));
    const api = await startApi(stack);
    const browser = await chromium.launch({ executablePath: program, args: BROWSER_FLAGS });
    try {
      const rows = [await measureFirstView(browser, api), await measureNextView(browser, api), await measureScroll(browser, api)];
      return { title: `Console: ms in Chromium on this machine, ${ROUNDS} rounds`, rows, notes: NOTES };
    } finally {
      await browser.close();
    }
  },
};

const NOTES = [
  'first view: from the click on a signed-in link, empty cache, to the heading of the overview; bytes as sent; the overview has 1,000 receivers',
  'next view: the same with the files in the cache of the browser',
  `scroll: from the jump to the end of the loaded rows to the next ${PAGE_ROWS} rows`,
];

interface Api {
  readonly app: BenchApp;
  readonly token: string;
}

async function startApi(stack: BenchStack): Promise<Api> {
  const output = await stack.runCommand('token:create', ['--user', String(ACCOUNT), '--scope', 'generate', '--create-account']);
  const { token } = JSON.parse(output) as { token: string };
  return { token, app: await stack.startApp('token-api', { LOG_LEVEL: 'warn', RATE_LIMIT_PER_SECOND: '1000000' }) };
}

async function signInLink({ app, token }: Api): Promise<string> {
  const headers = { user: String(ACCOUNT), token, 'content-type': 'application/json' };
  const answer = await fetch(`${app.url}/sessions/links`, { method: 'POST', headers, body: JSON.stringify({ scope: 'read' }) });
  return app.url + ((await answer.json()) as { path: string }).path;
}

async function measureFirstView(browser: Browser, api: Api): Promise<Row> {
  const taken: number[] = [];
  let wire = NO_WIRE;
  for (let turn = 0; turn < ROUNDS; turn++) {
    const context = await browser.newContext();
    taken.push(await timeToOverview(context, await signInLink(api)));
    wire = await wireOf(context.pages()[0]!);
    await context.close();
  }
  return row('first view', taken, wire);
}

async function measureNextView(browser: Browser, api: Api): Promise<Row> {
  const context = await browser.newContext();
  await timeToOverview(context, await signInLink(api));
  const taken: number[] = [];
  for (let turn = 0; turn < ROUNDS; turn++) taken.push(await timeToOverview(context, `${api.app.url}/console/`));
  const wire = await wireOf(context.pages().at(-1)!);
  await context.close();
  return row('next view', taken, wire);
}

async function timeToOverview(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage();
  const startedMs = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  const tookMs = performance.now() - startedMs;
  await page.waitForLoadState('networkidle');
  return tookMs;
}

/** A text, because it runs in the browser, whose types are not available here. */
const SENT = `performance.getEntries().filter(({ entryType }) => ['navigation', 'resource'].includes(entryType)).map(({ name, transferSize }) => ({ name, transferSize }))`;

async function wireOf(page: Page): Promise<Wire> {
  const sent = await page.evaluate<{ name: string; transferSize: number }[]>(SENT);
  const sum = (isFile: boolean): number =>
    sent.filter(({ name }) => name.includes('/console/') === isFile).reduce((total, { transferSize }) => total + transferSize, 0) / 1000;
  return { requests: sent.length, files: sum(true), data: sum(false) };
}

async function measureScroll(browser: Browser, api: Api): Promise<Row> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(await signInLink(api));
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await page.goto(`${api.app.url}/console/deliveries`);
  await page.getByRole('row').nth(2).waitFor();
  const taken: number[] = [];
  for (let turn = 1; turn <= PAGES; turn++) {
    const startedMs = performance.now();
    await page.evaluate(`(() => { const box = document.querySelector('table').parentElement; box.scrollTop = box.scrollHeight; })()`);
    await page.getByText(new RegExp(`^${((turn + 1) * PAGE_ROWS).toLocaleString('en')}\\+? rows`)).waitFor();
    taken.push(performance.now() - startedMs);
  }
  const drawn = await page.getByRole('row').count();
  await context.close();
  return { ...row('scroll', taken, { ...NO_WIRE, requests: PAGES }), 'rows drawn': drawn };
}

const row = (what: string, taken: readonly number[], { requests, files, data }: Wire): Row => ({
  what,
  p50: round(percentile([...taken], 0.5)),
  max: round(Math.max(...taken)),
  requests,
  'files, KB': round(files),
  'data, KB': round(data),
});
