import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ERASE_USAGE } from '../../apps/event-builder/src/erasure/erase-args.js';
import { ACCOUNT_CREATE_USAGE, TOKEN_LIST_USAGE, TOKEN_REVOKE_USAGE } from '../../apps/token-api/src/tokens/account-args.js';
import { USAGE as TOKEN_CREATE_USAGE } from '../../apps/token-api/src/tokens/token-create-args.js';
import { DLQ_LIST_USAGE, DLQ_REPLAY_USAGE } from '../../libs/messaging/src/dead-letter-args.js';
import { OFFSETS_RESET_USAGE } from '../../libs/messaging/src/offsets-args.js';
import { COMMANDS } from '../../scripts/cli/commands.js';
import { holdPart, ROOT } from './held-document.js';
import { declaredSettings } from './settings-table.js';

const sourceOf = (main: string): string => main.replace(/\.js$/, '.ts');

const mains = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.main.ts'))
    .map((name) => `${folder}/${name}`);

describe('the command line', () => {
  it('has every command of apps and libs, and none that is not there', () => {
    const listed = Object.values(COMMANDS).map(({ main }) => sourceOf(main));
    expect(listed.filter((source) => !existsSync(join(ROOT, source)))).toEqual([]);
    expect([...mains('apps'), ...mains('libs')].filter((source) => !listed.includes(source))).toEqual([]);
  });

  it('tells of each command what the command tells of itself', () => {
    const usages = Object.entries(COMMANDS).map(([name, { usage }]) => `${name} ${usage}`.trim());
    const own = [
      ACCOUNT_CREATE_USAGE,
      TOKEN_LIST_USAGE,
      TOKEN_REVOKE_USAGE,
      DLQ_LIST_USAGE,
      DLQ_REPLAY_USAGE,
      OFFSETS_RESET_USAGE,
      ERASE_USAGE,
    ];
    expect(usages).toEqual(expect.arrayContaining([...own, TOKEN_CREATE_USAGE.replace('Usage: ', '')]));
  });

  it('names variables that the code reads', () => {
    const known = declaredSettings().map(({ name }) => name);
    const named = Object.values(COMMANDS).flatMap(({ reads }) => reads.map((name) => name.replace(/[[\]]/g, '')));
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });

  it('is the table of docs/operations.md', () => {
    const rows = Object.entries(COMMANDS).map(([name, { usage, what, reads }]) => {
      const call = `${name} ${usage}`.trim().replaceAll('|', '\\|');
      return `| \`${call}\` | ${what} | ${reads.map((each) => `\`${each}\``).join(' ')} |`;
    });
    holdPart('docs/operations.md', 'commands', ['| command | what it does | reads |', '| --- | --- | --- |', ...rows].join('\n'));
  });
});
