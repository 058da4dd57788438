// The console in a real browser, with pages that record their errors and their requests.
import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { type Browser, type BrowserContext, chromium, type Locator, type Page, type Request } from 'playwright-core';
import { within } from '#libs/config';
import { BROWSER_FLAGS, findBrowser } from '../../scripts/prepare/find-browser.mjs';
import { HANGS_AFTER_MS, waitFor } from './wait-for.js';

export interface Look {
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: 'light' | 'dark';
  /** The clocks of the pages run by themselves, and tests can advance them. */
  readonly turnsClock?: boolean;
}

export const WIDE = { width: 1360, height: 900 };
export const NARROW = { width: 390, height: 844 };

export interface ConsoleBrowser {
  /** A person with a browser of their own: contexts share no cookies. */
  readonly person: (look?: Look) => Promise<Person>;
  readonly close: () => Promise<void>;
}

export interface Person {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Messages that this person's pages wrote to the browser's console, violations of their policy, and uncaught errors. */
  readonly complaints: string[];
  /** Every address that the pages requested. */
  readonly asked: readonly string[];
  /** The addresses of requests that have no answer yet. */
  readonly unanswered: () => string[];
}

// The script is a text because it runs in the browser, whose types the tests do not have.
const TELL_VIOLATIONS = `addEventListener('securitypolicyviolation', (event) => console.error('CSP', event.violatedDirective, event.blockedURI))`;
/** The browser writes a refused request to its console; each test says which refusals it expects. */
const IS_REFUSAL = /^Failed to load resource/;

export const BROWSER = findBrowser();
export const WITHOUT_BROWSER = 'there is no Chromium (Debian: apt-get install chromium-headless-shell)';

export async function startBrowser(flags: readonly string[] = []): Promise<ConsoleBrowser> {
  const browser: Browser = await chromium.launch({
    executablePath: BROWSER,
    args: [...BROWSER_FLAGS, ...flags],
    timeout: HANGS_AFTER_MS,
  });
  return { close: () => browser.close(), person: (look) => newPerson(browser, look) };
}

export interface TestBrowser extends Pick<ConsoleBrowser, 'person'> {
  /** A person who stays signed in: the first call in a test file fills in the form, later calls open the view in the same page. */
  readonly signedIn: (options: SignInOptions, look?: Look) => Promise<Person>;
}

/**
 * Opens one browser for the tests of a file, if a browser is installed. After each test the last person leaves and must have no complaints.
 */
export function useBrowser(flags: readonly string[] = []): TestBrowser {
  let browser: ConsoleBrowser | undefined;
  let person!: Person;
  let known: Person | undefined;
  if (BROWSER !== undefined) {
    beforeAll(async () => {
      browser = await startBrowser(flags);
    });
    afterAll(() => browser?.close());
    afterEach(async () => {
      if (person !== known) await person.context.close();
      expect(person.complaints.splice(0)).toEqual([]);
    });
  }
  const signedIn = async (options: SignInOptions, look?: Look): Promise<Person> => {
    if (known === undefined) {
      person = known = await browser!.person(look);
      await signIn(person, options);
      return person;
    }
    person = known;
    await person.page.setViewportSize(WIDE); // Another test may have changed the size.
    await person.page.emulateMedia({ colorScheme: 'light' });
    await openView(person, options.url, options.path);
    return person;
  };
  return { signedIn, person: async (look) => (person = await browser!.person(look)) };
}

async function newPerson(browser: Browser, { viewport = WIDE, colorScheme = 'light', turnsClock = false }: Look = {}): Promise<Person> {
  const context = await browser.newContext({
    viewport,
    colorScheme,
    timezoneId: 'Europe/Berlin',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(HANGS_AFTER_MS);
  if (turnsClock) await context.clock.install();
  const complaints: string[] = [];
  const asked: string[] = [];
  await context.addInitScript({ content: TELL_VIOLATIONS });
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !IS_REFUSAL.test(message.text())) complaints.push(message.text());
  });
  context.on('weberror', (error) => void complaints.push(error.error().message));
  const open = new Set<Request>();
  context.on('request', (request) => {
    asked.push(request.url());
    open.add(request);
  });
  context.on('requestfinished', (request) => open.delete(request));
  context.on('requestfailed', (request) => open.delete(request));
  // a page that is closed takes its requests along, without an event
  context.on('page', (page) => {
    const own = new Set<Request>();
    page.on('request', (request) => own.add(request));
    page.once('close', () => own.forEach((request) => open.delete(request)));
  });
  const unanswered = (): string[] => Array.from(open, (request) => request.url());
  return { context, page: await context.newPage(), complaints, asked, unanswered };
}

export interface SignInOptions {
  readonly url: string;
  readonly user: number;
  readonly token: string;
  /** The path below /console/; default: the overview. */
  readonly path?: string;
}

/** Fills in the form as a person does. */
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

/** Opens a view by its address below /console/, and waits until all of it is drawn. */
export async function openView(person: Person, url: string, view = ''): Promise<void> {
  await person.page.goto(`${url}/console/${view}`);
  await person.page.getByRole('heading', { level: 1 }).waitFor();
  await untilAtRest(person);
}

/** Finds signs of loading, two frames later and when the page is idle. */
const WHAT_LOADS = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(resolve, { timeout: 1000 }))))
  .then(() => [...document.querySelectorAll('[aria-busy=true], [data-loading], .mantine-Loader-root, .mantine-Skeleton-root')].map((each) => each.outerHTML.slice(0, 200)))`;
/** Detects a page that hangs. */
const FRAMES_WITHIN_MS = 20_000;

/** Waits until each request is answered, the answers are drawn, and drawing them has caused no further request. */
export async function untilAtRest({ page, asked, unanswered }: Person): Promise<void> {
  const isAtRest = async (): Promise<boolean> => {
    const [askedBefore, before] = [asked.length, unanswered()];
    const loads = page.evaluate<string[]>(WHAT_LOADS);
    if (!(await within(FRAMES_WITHIN_MS, loads))) throw new Error('the page draws no frame');
    const waits = [...before, ...(await loads), ...unanswered()];
    if (waits.length > 0) throw new Error(`the page waits for ${waits.join(', ')}`);
    return asked.length === askedBefore;
  };
  await waitFor(isAtRest, { what: 'a page that is drawn and makes no further request' });
}

/** One step of the page's clock. The console never polls at a shorter interval. */
const TURN_MS = 3_000;
const TURN_EVERY_MS = 200;

/** Advances the page's clock, which `turnsClock` controls, until the fact is there: polling that takes seconds then happens at once. */
export async function turnClockUntil({ clock }: Page, fact: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const isThere = async (): Promise<boolean> => (await fact()) || (await clock.fastForward(TURN_MS), false);
  await waitFor(isThere, { what, everyMs: TURN_EVERY_MS });
}

/** Advances the clock until the target is shown. */
export const turnClockUntilShown = (target: Locator): Promise<void> =>
  turnClockUntil(target.page(), () => target.isVisible(), `${target.toString()} to be shown`);

/** Returns everything that a page can store in a browser, including cookies that scripts can read. */
export const keptBy = (page: Page): Promise<string> =>
  page.evaluate<string>(
    `indexedDB.databases().then((databases) => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, databases, document.cookie, location.href, history.state]))`,
  );
