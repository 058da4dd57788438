import { findBrowser } from './find-browser.mjs';
import { PrepareError, runStep } from './step.mjs';

/** It needs half of the CPU for pages. Ubuntu does not package it. */
const SHELL = 'chromium-headless-shell';
const UPDATE = ['apt-get', 'update'];
const ASKS_NOTHING = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };

/** Finds Chromium for the tests of pages. If it is missing, root installs it from Debian. @throws PrepareError that says why it is missing */
export async function installBrowser() {
  if (findBrowser() !== undefined) return;
  if (process.getuid?.() !== 0) throw new PrepareError('Chromium is missing, and only root may install it: sudo apt-get install chromium');
  try {
    await install(SHELL);
  } catch {
    // the package lists are missing or old
    await runStep('updating the package lists', UPDATE, ASKS_NOTHING);
    await install(SHELL).catch(() => install('chromium'));
  }
  if (findBrowser() === undefined) throw new PrepareError('Chromium is installed, but its program is not in PATH.');
}

const install = (name) => runStep(`installing ${name}`, ['apt-get', 'install', '--yes', '--no-install-recommends', name], ASKS_NOTHING);
