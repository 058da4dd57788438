// The page at /docs in a real browser: its requests, its content, and where it keeps credentials.
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type Browser, chromium, type Page } from 'playwright-core';
import type { CreatedToken } from '../support/api.js';
import type { App } from '../support/app.js';
import { BROWSER, WITHOUT_BROWSER } from '../support/console.js';
import { useTestBed } from '../support/test-bed.js';

if (BROWSER === undefined) process.stdout.write(`test/int/api-reference is left out: ${WITHOUT_BROWSER}\n`);

const bed = useTestBed();
const complaints: string[] = [];
const asked: string[] = [];
let app: App;
let token: CreatedToken;
let browser: Browser;

/** A busy machine draws the page slowly. */
const PATIENCE_MS = 120_000;
const NARROW = { width: 390, height: 844 };
const WIDE = { width: 1400, height: 900 };

interface Look {
  readonly width?: typeof NARROW;
  readonly colorScheme?: 'light' | 'dark';
}

// These scripts are texts because they run in the browser, whose types the tests do not have.
const TELL_VIOLATIONS = `addEventListener('securitypolicyviolation', (event) => console.error('CSP', event.violatedDirective, event.blockedURI))`;
const ALL_KEPT = `indexedDB.databases().then((databases) => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, databases, document.cookie]))`;
const RED_OF_BACKGROUND = `Number(getComputedStyle(document.body).backgroundColor.match(/\\d+/)[0])`;

/** Opens the page and waits until it is drawn; records its errors and its requests to other hosts. */
async function open(path: string, { width = WIDE, colorScheme = 'light' }: Look = {}): Promise<Page> {
  const page = await (await browser.newContext({ viewport: width, colorScheme })).newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  page.on('console', (message) => void (['error', 'warning'].includes(message.type()) && complaints.push(message.text())));
  page.on('pageerror', ({ message }) => void complaints.push(message));
  page.on('request', (request) => void asked.push(request.url()));
  await page.addInitScript({ content: TELL_VIOLATIONS });
  await page.goto(`${app.url}${path}`);
  await page.getByRole('heading', { name: 'Parcel-event webhooks' }).waitFor();
  return page;
}

(BROWSER === undefined ? describe.skip : describe)('the page at /docs', () => {
  beforeAll(async () => {
    app = await bed.startApp('token-api');
    token = await bed.createAccountAndToken();
    browser = await chromium.launch({ executablePath: BROWSER, args: ['--no-sandbox'] });
  });

  afterAll(() => browser?.close());

  afterEach(() => {
    const foreign = asked.filter((url) => !url.startsWith(`${app.url}/`) && !url.startsWith('data:'));
    expect({ foreign, complaints }).toEqual({ foreign: [], complaints: [] });
  });

  it('shows the scope of an operation', async () => {
    const page = await open('/docs#tag/receivers/POST/receivers');
    const operation = page.locator('section[id$="tag/receivers/POST/receivers"]');
    await operation.getByText('scope: write').first().waitFor();
  });

  it('sends user and token to this API only, and keeps them only in the tab', async () => {
    const page = await open('/docs');
    const fields = page.getByPlaceholder('Not filled in');
    expect(await page.locator('[placeholder^=QUxM]').count()).toBe(0); // Such a placeholder looks like a leaked token.
    await fields.nth(0).fill(String(token.user));
    await fields.nth(1).fill(token.token);
    await page
      .getByRole('button', { name: /^Test Request/ })
      .first()
      .click();
    const answer = page.waitForResponse(`${app.url}/tokens/list`);
    await page.keyboard.press('Control+Enter');
    expect((await answer).status()).toBe(200);
    expect(await page.evaluate(ALL_KEPT)).not.toContain(token.token);
  });

  it.each(['light', 'dark'] as const)('uses the %s scheme of the machine', async (colorScheme) => {
    const page = await open('/docs', { colorScheme });
    const red = await page.evaluate<number>(RED_OF_BACKGROUND);
    expect(red < 128).toBe(colorScheme === 'dark');
  });

  it('fits a narrow screen', async () => {
    const page = await open('/docs', { width: NARROW });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(NARROW.width);
  });
});
