import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { CommandDefinition } from '#libs/command-line';
import { COMMANDS } from '../../scripts/cli/commands.js';
import { callCommand } from '../../scripts/stack/run-command.js';
import { holdPart, ROOT } from './held-document.js';
import { declaredSettings } from './settings-table.js';

const DEFINITIONS: readonly CommandDefinition[] = await Promise.all(
  Object.values(COMMANDS).map(async (load): Promise<CommandDefinition> => (await load()).COMMAND),
);

const commandsIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.command.ts'))
    .map((name) => `${folder}/${name}`);

describe('the command line', () => {
  it('has every command of apps and libs under its name', () => {
    expect(DEFINITIONS.map(({ name }) => name)).toEqual(Object.keys(COMMANDS));
    const source = readFileSync(join(ROOT, 'scripts/cli/commands.ts'), 'utf8');
    const missing = [...commandsIn('apps'), ...commandsIn('libs')].filter((file) => !source.includes(file.replace(/ts$/, 'js')));
    expect(missing).toEqual([]);
  });

  it('lists each command on one line that fits a terminal', async () => {
    const { stdout } = await callCommand(['--help'], {});
    expect(stdout.split('\n').filter((line) => line.length > 100)).toEqual([]);
  });

  it('names only variables that the code reads', () => {
    const known = declaredSettings().map(({ name }) => name);
    const named = DEFINITIONS.flatMap(({ reads }) => reads.map((name) => name.replace(/[[\]]/g, '')));
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });

  it('matches the list of docs/operations.md', () => {
    const lines = DEFINITIONS.map(({ name, summary }) => `- \`${name}\` ${summary}`);
    holdPart('docs/operations.md', 'commands', lines.join('\n'));
  });
});
