import { findBrowser } from './find-browser.mjs';
import { PrepareError, runStep } from './step.mjs';

/** Pages cost half of the CPU in it. Ubuntu has none. */
const SHELL = 'chromium-headless-shell';
const UPDATE = ['apt-get', 'update'];
const ASKS_NOTHING = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };

/** Chromium, for the tests of pages: from Debian where there is none and this is root. @throws PrepareError that says why there is none */
export async function installBrowser() {
  if (findBrowser() !== undefined) return;
  if (process.getuid?.() !== 0) throw new PrepareError('There is no Chromium, and only root may install it: sudo apt-get install chromium');
  try {
    await install(SHELL);
  } catch {
    // an image without lists of packages, or with old ones
    await runStep('updating the lists of packages', UPDATE, ASKS_NOTHING);
    await install(SHELL).catch(() => install('chromium'));
  }
  if (findBrowser() === undefined) throw new PrepareError('Chromium is installed, but there is no program of it in PATH.');
}

const install = (name) => runStep(`installing ${name}`, ['apt-get', 'install', '--yes', '--no-install-recommends', name], ASKS_NOTHING);
