// docs/upgrade.md names everything of which the code says that it ends. test/int/upgrade.int.spec.ts follows its commands.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from './held-document.js';
import { describedMetrics } from './metrics-table.js';
import { declaredSettings } from './settings-table.js';

const PAGE = readFileSync(join(ROOT, 'docs/upgrade.md'), 'utf8');
const rows = PAGE.split('\n').filter((line) => line.startsWith('| '));
const sources = globSync('{apps,libs}/**/*.ts', { cwd: ROOT })
  .filter((file) => !file.endsWith('.spec.ts'))
  .map((file) => readFileSync(join(ROOT, file), 'utf8'));

/** The old name of a log event is written on the line before the new one, and says so. */
const OLD_EVENT = /'([a-zA-Z]+\.[a-zA-Z]+)'[^\n]*\/\/ the old name, until 1\.0\.0\n[^\n]*?'([a-zA-Z]+\.[a-zA-Z]+)'/g;

describe('what ends with 1.0.0 has a row in docs/upgrade.md:', () => {
  it('each metric with two names', () => {
    const ending = describedMetrics().flatMap(({ name, help }) => {
      const [, instead] = /^deprecated until 1\.0\.0: use (\w+)$/.exec(help) ?? [];
      return instead === undefined ? [] : [`| metric \`${name}\` | \`${instead}\` |`];
    });
    expect(ending.filter((row) => !rows.includes(row))).toEqual([]);
  });

  it('each log event with two names', () => {
    const ending = sources.flatMap((text) => [...text.matchAll(OLD_EVENT)]);
    const marks = sources.flatMap((text) => [...text.matchAll(/the old name, until 1\.0\.0/g)]);
    expect(ending).toHaveLength(marks.length);
    expect(ending.map(([, old, instead]) => `| log event \`${old}\` | \`${instead}\` |`).filter((row) => !rows.includes(row))).toEqual([]);
  });

  it('each setting and field of which the code says so', () => {
    const settings = declaredSettings().filter(({ doc }) => doc.includes('until 1.0.0'));
    const fields = sources.flatMap((text) => [...text.matchAll(/stays until 1\.0\.0\. \*\/\n +readonly (\w+)/g)].map(([, name]) => name));
    const names = [...settings.map(({ name }) => name), ...fields];
    expect(names.filter((name) => !rows.some((row) => row.includes(`\`${name}\``)))).toEqual([]);
  });
});
