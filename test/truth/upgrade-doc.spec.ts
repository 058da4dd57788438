// What docs/upgrade.md says has ended has ended, and what it names instead exists. test/int/upgrade.int.spec.ts follows its commands.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from './held-document.js';
import { describedMetrics } from './metrics-table.js';

const PAGE = readFileSync(join(ROOT, 'docs/upgrade.md'), 'utf8');
const sources = globSync('{apps,libs}/**/*.ts', { cwd: ROOT })
  .filter((file) => !file.endsWith('.spec.ts'))
  .map((file) => readFileSync(join(ROOT, file), 'utf8'));
const metrics = describedMetrics().map(({ name }) => name);
const isLogged = (event: string): boolean => sources.some((text) => text.includes(`'${event}'`));

/** Old and new names of a kind, as the rows of the table have them. */
const renamed = (kind: string): [string, string][] =>
  [...PAGE.matchAll(new RegExp(`^\\| ${kind} \`([^\`]+)\` \\| \`([^\`]+)\` \\|$`, 'gm'))].map(([, old, instead]) => [old!, instead!]);

describe('what has ended', () => {
  it.each(renamed('metric'))('metric %s has become %s', (old, instead) => {
    expect([metrics.includes(old), metrics.includes(instead)]).toEqual([false, true]);
  });

  it.each(renamed('log event'))('log event %s has become %s', (old, instead) => {
    expect([isLogged(old), isLogged(instead)]).toEqual([false, true]);
  });
});
