// Finds a browser on this machine: the package playwright-core contains none.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The headless shell comes first: it has no windows, so a page needs half of the CPU. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const ELSEWHERE = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

/** Flags for a headless browser that does not call its maker's hosts. */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Returns the browser's program; undefined = there is none. */
export function findBrowser() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...ELSEWHERE].find((file) => existsSync(file));
}
