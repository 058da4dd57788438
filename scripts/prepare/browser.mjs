import { aptInstall, aptUpdate, mayInstall } from './apt.mjs';
import { findBrowser } from './find-browser.mjs';
import { PrepareError } from './step.mjs';

/** It needs half of the CPU for pages. Ubuntu does not package it. */
const SHELL = 'chromium-headless-shell';

/** Finds Chromium for the tests of pages. If it is missing, root installs it from Debian. @throws PrepareError that says why it is missing */
export async function installBrowser() {
  if (findBrowser() !== undefined) return;
  if (!mayInstall()) throw new PrepareError('Chromium is missing, and only root may install it: sudo apt-get install chromium');
  try {
    await install(SHELL);
  } catch {
    // the package lists are missing or old
    await aptUpdate();
    await install(SHELL).catch(() => install('chromium'));
  }
  if (findBrowser() === undefined) throw new PrepareError('Chromium is installed, but its program is not in PATH.');
}

const install = (name) => aptInstall(`installing ${name}`, [name]);
