// A browser that lies on this machine; the package playwright-core brings none.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The shell has no windows, so a page costs half of the CPU. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const ELSEWHERE = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

/** Headless, and silent: without them Chromium asks hosts of its maker. */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Its program; undefined = there is none. */
export function findBrowser() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...ELSEWHERE].find((file) => existsSync(file));
}
