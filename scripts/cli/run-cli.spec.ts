import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { callCommand, type Ran } from '../stack/run-command.js';
import { COMMANDS } from './commands.js';

const PACKAGE = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as { version: string };

/** Runs without an environment: no command in these tests may reach its database or broker. */
const cli = (...argv: readonly string[]): Promise<Ran> => callCommand(argv, {});

describe('--help', () => {
  it('lists the commands', async () => {
    const help = await cli('--help');
    expect([help.code, help.stderr]).toEqual([0, '']);
    expect(help.stdout).toMatch(/^ {2}dlq:replay +publishes dead letters back/m);
  });

  it.each(Object.keys(COMMANDS))('%s --help shows the usage and does nothing', async (name) => {
    const { code, stdout, stderr } = await cli(name, '--help');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.split('\n')[0]).toMatch(new RegExp(`^Usage: cli ${name}( |$)`));
    expect(stdout).toContain('--json');
  });

  it('describes each option', async () => {
    expect((await cli('receiver:verify', '--help')).stdout).toMatch(/^ {2}--timeout-ms <number> +the receiver's timeoutMs/m);
    expect((await cli('mapping:explain', '--help')).stdout).toMatch(/^ {2}--hint <status> +the producer's status_hint/m);
  });
});

describe('--version', () => {
  it('is the version of the package', async () => {
    expect(await cli('--version')).toEqual({ code: 0, stdout: `${PACKAGE.version}\n`, stderr: '' });
  });
});

const FROM = ['--from', '2026-03-29T10:00:00Z'];
const TO = ['--to', '2026-03-29T10:00:00Z'];
const RECEIVER = ['--user', '1', '--receiver', randomUUID()];
const PARCEL = ['--courier', 'acme', '--tracking', 'pub 1'];

describe('a command line that is not understood: exit code 2, one sentence and the usage', () => {
  it.each<[string[], string]>([
    [['dlq'], "unknown command 'dlq'"],
    [['constructor'], "unknown command 'constructor'"],
    [['dlq:replay'], '<topic> is missing'],
    [['dlq:replay', 'records', '--reason', 'E_JSON'], 'E_JSON'],
    [['migrate', '--dry-run'], "unknown option '--dry-run'"],
    [['keys:rotate', '--dry-run'], '--dry-run requires --give-up-unreadable'],
    [['keys:rotate', 'now'], 'too many arguments'],
    [['mapping:check', '--verbose'], "unknown option '--verbose'"],
    [['mapping:check', 'a', 'b'], 'too many arguments'],
    [['mapping:unmapped', '--limit', '0'], '--limit must be'],
    [['token:create'], '--user is missing'],
    [['token:create', '--user', '7'], '--scope is missing: one of'],
    [['token:create', '--user', '1', '--scope', 'admin'], '--scope must be one of read, write, generate'],
    [['topics', '--dry-run'], "unknown option '--dry-run'"],
    [['scan:publish'], '--courier is missing'],
    [['scan:publish', ...PARCEL, '--colour', 'red'], "unknown option '--colour'"],
    [['redeliver'], '--user is missing'],
    [['redeliver', '--user', '1'], 'either --delivery or --receiver'],
    [['redeliver', '--user', '1', '--delivery', 'x'], '--delivery must be an id'],
    [['redeliver', ...RECEIVER, '--from', 'yesterday'], '--from must be a time'],
    [['redeliver', ...RECEIVER, ...FROM, '--status', 'lost'], '--status must be one of'],
    [['redeliver', '--status', 'pending'], '--status pending needs --from and --to'],
    [['redeliver', '--status', 'pending', ...TO], '--status pending needs --from and --to'],
    [['redeliver', ...RECEIVER, ...FROM, '--status', 'pending'], '--to, which is the moment of the loss'],
    [['redeliver', '--status', 'pending', ...FROM, '--to', 'now'], '--to must be a time'],
    [['redeliver', '--user', '1', '--status', 'pending', '--delivery', randomUUID()], 'not for one --delivery'],
  ])('%j', async (args, sentence) => {
    const { code, stdout, stderr } = await cli(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.split('\n')[0]).toContain(sentence);
    expect(stderr.split('\n').length).toBeLessThan(6);
  });
});
