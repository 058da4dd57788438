import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { callCommand, type Ran } from '../stack/run-command.js';
import { COMMANDS } from './commands.js';

/** Without an environment: what these tests ask of a command must not get as far as its database or broker. */
const cli = (...argv: readonly string[]): Promise<Ran> => callCommand(argv, {});

describe('--help', () => {
  it('lists the commands', async () => {
    const help = await cli('--help');
    expect([help.code, help.stderr]).toEqual([0, '']);
    expect(help.stdout).toMatch(/^ {2}dlq:replay +publishes dead letters back/m);
  });

  it.each(Object.entries(COMMANDS))('%s --help shows the usage, as the documents do, and does nothing', async (name, { usage, what }) => {
    const { code, stdout, stderr } = await cli(name, '--help');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.split('\n')[0]).toBe(`Usage: ${name} ${usage}`.trim());
    expect(stdout.replaceAll('\n', ' ')).toContain(what);
  });

  it('describes each option', async () => {
    expect((await cli('receiver:verify', '--help')).stdout).toMatch(/^ {2}--timeout-ms NUMBER +the receiver's timeoutMs/m);
    expect((await cli('mapping:explain', '--help')).stdout).toMatch(/^ {2}--hint STATUS +the producer's status_hint/m);
  });
});

const FROM = ['--from', '2026-03-29T10:00:00Z'];
const TO = ['--to', '2026-03-29T10:00:00Z'];
const RECEIVER = ['--user', '1', '--receiver', randomUUID()];
const PARCEL = ['--courier', 'acme', '--tracking', 'pub 1'];

describe('what is not understood: exit code 2, one sentence and the usage', () => {
  it.each<[string[], string]>([
    [[], 'Name a command.'],
    [['dlq'], 'There is no command "dlq".'],
    [['constructor'], 'There is no command "constructor".'],
    [['dlq:replay'], 'name the topic that the messages came from'],
    [['dlq:replay', 'records', '--reason', 'E_JSON'], 'E_JSON'],
    [['migrate', '--dry-run'], "Unknown option '--dry-run'"],
    [['keys:rotate', '--dry-run'], '--dry-run goes with --give-up-unreadable'],
    [['keys:rotate', 'now'], "Unexpected argument 'now'"],
    [['mapping:check', '--verbose'], "Unknown option '--verbose'"],
    [['mapping:check', 'a', 'b'], 'name one folder'],
    [['mapping:unmapped', '--limit', '0'], '--limit must be'],
    [['token:create'], '--user must be'],
    [['token:create', '--user', '7'], '--scope must be one of'],
    [['token:create', '--user', '1', '--scope', 'admin'], '--scope must be one of read, write, generate'],
    [['topics', '--dry-run'], "Unknown option '--dry-run'"],
    [['scan:publish'], '--courier and --tracking are needed'],
    [['scan:publish', ...PARCEL, '--colour', 'red'], "Unknown option '--colour'"],
    [['redeliver'], '--user must be'],
    [['redeliver', '--user', '1'], 'either --delivery or --receiver'],
    [['redeliver', '--user', '1', '--delivery', 'x'], '--delivery must be an id'],
    [['redeliver', ...RECEIVER, '--from', 'yesterday'], '--from must be a time'],
    [['redeliver', ...RECEIVER, ...FROM, '--status', 'lost'], '--status must be one of'],
    [['redeliver', '--status', 'pending'], '--status pending needs --from and --to'],
    [['redeliver', '--status', 'pending', ...TO], '--status pending needs --from and --to'],
    [['redeliver', ...RECEIVER, ...FROM, '--status', 'pending'], '--to, the moment of the loss'],
    [['redeliver', '--status', 'pending', ...FROM, '--to', 'now'], '--to must be a time'],
    [['redeliver', '--user', '1', '--status', 'pending', '--delivery', randomUUID()], 'not for one --delivery'],
  ])('%j', async (args, sentence) => {
    const { code, stdout, stderr } = await cli(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.split('\n')[0]).toContain(sentence);
    expect(stderr).toContain('Usage: ');
  });
});
