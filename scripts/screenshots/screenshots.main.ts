// Runs the local stack, fills its account, and takes a screenshot of every view of the console: docs/images/console-<view>-<look>.png.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright-core';
import { BROWSER_FLAGS, findBrowser } from '../prepare/find-browser.mjs';
import { ROOT } from '../stack/clone.js';
import type { Connection } from '../stack/connection-file.js';
import { fillDemoAccount } from './demo-account.js';
import { type View, viewsOf } from './views.js';

const HOME = join(ROOT, '.cache', 'screenshots');
const IMAGES = join(ROOT, 'docs', 'images');
const START_WITHIN_MS = 180_000;
const LOOKS = {
  light: { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  dark: { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
  narrow: { viewport: { width: 390, height: 844 }, colorScheme: 'light' },
} as const;

const program = findBrowser();
if (program === undefined) {
  console.error('Chromium is missing. Debian, Ubuntu: sudo apt-get install chromium');
  process.exit(1);
}
const only = process.argv.slice(2);
let stack: ChildProcess | undefined;
process.once('SIGINT', () => process.exit(1));
process.on('exit', () => stack?.kill('SIGTERM'));

rmSync(HOME, { recursive: true, force: true });
mkdirSync(HOME, { recursive: true });
mkdirSync(IMAGES, { recursive: true });
const connection = await startStack();
const account = await fillDemoAccount(connection);
const browser = await chromium.launch({ executablePath: program, args: BROWSER_FLAGS });
for (const look of Object.keys(LOOKS) as (keyof typeof LOOKS)[]) await drawAll(browser, look);
await browser.close();
await endStack();
process.exit(0);

async function startStack(): Promise<Connection> {
  const file = join(HOME, 'connection.json');
  const log = openSync(join(HOME, 'stack.log'), 'w');
  stack = spawn(process.execPath, ['scripts/start.mjs', '--connection-file', file], { cwd: ROOT, stdio: ['ignore', log, log] });
  const giveUpAt = Date.now() + START_WITHIN_MS;
  while (!existsSync(file)) {
    if (Date.now() > giveUpAt) throw new Error('the local stack has not started: read .cache/screenshots/stack.log');
    await pause(200);
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Connection;
}

/** Uses one session for each look, opened with the token, because the session of a link cannot manage access. */
async function drawAll(with_: Browser, look: keyof typeof LOOKS): Promise<void> {
  const context = await with_.newContext({ ...LOOKS[look], timezoneId: 'Europe/Berlin' });
  const { apiUrl, account: user, token } = connection;
  await context.request.post(`${apiUrl}/sessions`, { data: { user: String(user), token } });
  const page = await context.newPage();
  for (const view of viewsOf(account)) if (only.length === 0 || only.includes(view.name)) await draw(page, view, look);
  await context.close();
}

async function draw(page: Page, { name, path, heading }: View, look: string): Promise<void> {
  await page.goto(`${connection.apiUrl}/console/${path}`);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  await page.screenshot({ path: join(IMAGES, `console-${name}-${look}.png`), animations: 'disabled' });
  console.log(`docs/images/console-${name}-${look}.png`);
}

async function endStack(): Promise<void> {
  if (!stack) return;
  const ended = new Promise((resolve) => stack?.once('exit', resolve));
  stack.kill('SIGTERM');
  await Promise.race([ended, pause(20_000)]);
}
