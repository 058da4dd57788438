// The console in a real browser: pages that note what they complain of, what they ask other hosts for, and what they fail by WCAG 2.2 AA.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { BROWSER_FLAGS, findBrowser } from '../../scripts/prepare/find-browser.mjs';
import { HANGS_AFTER_MS } from './wait-for.js';

export interface Look {
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: 'light' | 'dark';
}

export const WIDE = { width: 1360, height: 900 };
export const NARROW = { width: 390, height: 844 };

export interface ConsoleBrowser {
  /** A person with a browser of their own: no cookie is shared with another context. */
  readonly person: (look?: Look) => Promise<Person>;
  readonly close: () => Promise<void>;
}

export interface Person {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What the pages of this person wrote to the console, refused by their policy, or threw. */
  readonly complaints: readonly string[];
  /** Every address that the pages asked for. */
  readonly asked: readonly string[];
}

// A text, because it runs in the browser, whose types the tests do not have.
const TELL_VIOLATIONS = `addEventListener('securitypolicyviolation', (event) => console.error('CSP', event.violatedDirective, event.blockedURI))`;
/** A refused request is written to the console by the browser; each test says which refusals it wants. */
const IS_REFUSAL = /^Failed to load resource/;

export const BROWSER = findBrowser();
export const WITHOUT_BROWSER = 'there is no Chromium (Debian: apt-get install chromium)';

export async function startBrowser(flags: readonly string[] = []): Promise<ConsoleBrowser> {
  const browser: Browser = await chromium.launch({
    executablePath: BROWSER,
    args: [...BROWSER_FLAGS, ...flags],
    timeout: HANGS_AFTER_MS,
  });
  return { close: () => browser.close(), person: (look) => newPerson(browser, look) };
}

/** One browser for the tests of a file, where there is one. After each test its last person goes, and had nothing to complain of. */
export function useBrowser(flags: readonly string[] = []): Pick<ConsoleBrowser, 'person'> {
  let browser: ConsoleBrowser | undefined;
  let person!: Person;
  if (BROWSER !== undefined) {
    beforeAll(async () => {
      browser = await startBrowser(flags);
    });
    afterAll(() => browser?.close());
    afterEach(async () => {
      const { complaints, context } = person;
      await context.close();
      expect(complaints).toEqual([]);
    });
  }
  return { person: async (look) => (person = await browser!.person(look)) };
}

async function newPerson(browser: Browser, { viewport = WIDE, colorScheme = 'light' }: Look = {}): Promise<Person> {
  const context = await browser.newContext({
    viewport,
    colorScheme,
    timezoneId: 'Europe/Berlin',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(HANGS_AFTER_MS);
  const complaints: string[] = [];
  const asked: string[] = [];
  await context.addInitScript({ content: TELL_VIOLATIONS });
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !IS_REFUSAL.test(message.text())) complaints.push(message.text());
  });
  context.on('weberror', (error) => void complaints.push(error.error().message));
  context.on('request', (request) => void asked.push(request.url()));
  return { context, page: await context.newPage(), complaints, asked };
}

export interface SignInOptions {
  readonly url: string;
  readonly user: number;
  readonly token: string;
  /** Below /console/; default is the overview. */
  readonly path?: string;
}

/** Fills in the form, as a person does. */
export async function signIn({ page }: Pick<Person, 'page'>, { url, user, token, path = '' }: SignInOptions): Promise<void> {
  await page.goto(`${url}/console/${path}`);
  await fillSignIn(page, { user, token });
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor({ state: 'attached' });
}

export async function fillSignIn(page: Page, { user, token }: Pick<SignInOptions, 'user' | 'token'>): Promise<void> {
  await page.getByLabel(/^Account/).fill(String(user));
  await page.getByLabel(/^Token/).fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** All that a page can keep in a browser, cookies that scripts can read included. */
export const keptBy = (page: Page): Promise<string> =>
  page.evaluate<string>(
    `indexedDB.databases().then((databases) => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, databases, document.cookie, location.href, history.state]))`,
  );

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** What of the page breaks WCAG 2.2 AA, as far as a program can tell. */
export async function violationsOf(page: Page): Promise<string[]> {
  // evaluate() runs outside the policy of the page, which lets no foreign script in
  const source = readFileSync(AXE, 'utf8');
  const violations = await page.evaluate<Violation[]>(
    `(() => { ${source}; return axe.run(document, { runOnly: ${JSON.stringify(RULES)} }).then(({ violations }) => violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) }))); })()`,
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}

/** Whether the page scrolls sideways as a whole. */
export const isTooWide = (page: Page): Promise<boolean> => page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
