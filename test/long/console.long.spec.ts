// The console with full tables: lists of 100,000 deliveries stay complete, in order and fast while a person scrolls.
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import type { CreatedToken } from '../support/api.js';
import type { App } from '../support/app.js';
import { BROWSER, type ConsoleBrowser, type Person, signIn, startBrowser, WITHOUT_BROWSER } from '../support/console.js';
import { useTestBed } from '../support/test-bed.js';

if (BROWSER === undefined) process.stdout.write(`test/long/console is left out: ${WITHOUT_BROWSER}\n`);

const DELIVERIES = 100_000;
/** Set before the seed is loaded, because the seed reads it. */
process.env['BENCH_LISTS_DELIVERIES'] = String(DELIVERIES);
const PAGE_ROWS = 200;
const PAGES = 50;
/** Rows on the screen and just outside it, plus the head of the table. */
const MOST_DRAWN = 80;

const bed = useTestBed();
let app: App;
let token: CreatedToken;
let browser: ConsoleBrowser;
let person: Person;

(BROWSER === undefined ? describe.skip : describe)(`${DELIVERIES} deliveries`, () => {
  beforeAll(async () => {
    const { seedLists } = await import('../../bench/support/lists-seed.js');
    const database = new Client({ connectionString: bed.database.url });
    await database.connect();
    await seedLists(database, (line) => process.stdout.write(`${line}\n`));
    await database.end();
    app = await bed.startApp('token-api', { RATE_LIMIT_PER_SECOND: '1000' });
    token = await bed.createAccountAndToken();
    browser = await startBrowser();
  }, 600_000);

  afterAll(() => browser?.close());

  afterEach(async () => {
    const { complaints } = person;
    await person.context.close();
    expect(complaints).toEqual([]);
  });

  it('load page by page while a person scrolls, with few rows drawn at a time', async () => {
    person = await browser.person();
    await signIn(person, { url: app.url, ...token, path: 'deliveries' });
    const { page } = person;
    await page.getByRole('row').nth(2).waitFor();
    for (let pages = 2; pages <= PAGES; pages++) {
      await page.evaluate(`(() => { const box = document.querySelector('table').parentElement; box.scrollTop = box.scrollHeight; })()`);
      await page.getByText(new RegExp(`^${(pages * PAGE_ROWS).toLocaleString('en')}\\+? rows`)).waitFor();
    }
    expect(await page.getByRole('row').count()).toBeLessThan(MOST_DRAWN);
    await page.evaluate(`document.querySelector('table').parentElement.scrollTop = 0`);
    await page.locator('[aria-rowindex="2"]').waitFor();
  });

  it('let every view open at its address', async () => {
    person = await browser.person();
    await signIn(person, { url: app.url, ...token });
    const { page } = person;
    for (const path of [
      '',
      'parcels',
      'parcels?failing=true',
      'deliveries?status=exhausted',
      'deliveries?status=pending',
      'recover',
      'access?tab=audit',
    ]) {
      await page.goto(`${app.url}/console/${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
      expect(await page.getByRole('alert').count()).toBe(0);
    }
  });
});
