import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { COMMANDS, helpText } from '../../scripts/cli/commands.js';
import { holdPart, ROOT } from './held-document.js';
import { declaredSettings } from './settings-table.js';

const sourceOf = (file: string): string => file.replace(/\.js$/, '.ts');

const commandsIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.command.ts'))
    .map((name) => `${folder}/${name}`);

describe('the command line', () => {
  it('has every command of apps and libs, and none that is not there', () => {
    const listed = Object.values(COMMANDS).map(({ file }) => sourceOf(file));
    expect(listed.filter((source) => !existsSync(join(ROOT, source)))).toEqual([]);
    expect([...commandsIn('apps'), ...commandsIn('libs')].filter((source) => !listed.includes(source))).toEqual([]);
  });

  it('is listed with one line for each command, which a terminal shows whole', () => {
    expect(
      helpText()
        .split('\n')
        .filter((line) => line.length > 100),
    ).toEqual([]);
  });

  it('names variables that the code reads', () => {
    const known = declaredSettings().map(({ name }) => name);
    const named = Object.values(COMMANDS).flatMap(({ reads }) => reads.map((name) => name.replace(/[[\]]/g, '')));
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });

  it('is the table of docs/operations.md', () => {
    const rows = Object.entries(COMMANDS).map(([name, { usage, reads, what }]) => {
      const call = `${name} ${usage}`.trim().replaceAll('|', '\\|');
      return `| \`${call}\` | ${what} | ${reads.map((each) => `\`${each}\``).join(' ')} |`;
    });
    holdPart('docs/operations.md', 'commands', ['| command | what it does | reads |', '| --- | --- | --- |', ...rows].join('\n'));
  });
});
