import { join } from 'node:path';
import { QUIET, ROOT } from './prepare.mjs';

/** Arguments of Node that run jest; jest's own follow. */
export const JEST = [
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  QUIET,
  join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js'),
];

/** Kinds of tests that files and folders are looked for in. Not `long`, which run by name only, and not `image`, which takes minutes. */
export const USUAL = ['--selectProjects', 'unit', 'truth', 'fuzz', 'int', 'e2e'];
