import { describe, expect, it } from '@jest/globals';
import { readArguments } from './commander-command.js';
import { choice, defineCommand, flag, optional, repeated, required, requiredChoice, UsageError } from './define-command.js';
import { accountNumber, instant } from './readers.js';
import { runCommandLine } from './run-command-line.js';

const CREATE = defineCommand({
  name: 'token:create',
  summary: 'creates a token',
  more: 'and prints its secret',
  options: {
    account: required('--user <number>', 'the account', { read: accountNumber }),
    scope: requiredChoice('--scope <scope>', 'what it may do', ['read', 'write']),
    note: optional('--note <text>', 'a note', { formerly: '--remark <text>' }),
    secret: optional('--secret <secret>', 'a secret', {
      isSecret: true,
      read: () => {
        throw new Error('must be a secret');
      },
    }),
    headers: repeated('--header <line>', 'a header'),
    at: optional('--at <time>', 'when', { read: instant }),
    dryRun: flag('--dry-run', 'does nothing'),
  },
  examples: ['--user 1 --scope read'],
  reads: ['DATABASE_URL'],
  run: (values, { env }) => {
    if (values.note === 'refused') throw new UsageError('--note must be kind');
    if (values.note === 'broken') throw new Error('The database is away.');
    return {
      json: { account: values.account, from: env['FROM'] },
      text: ['made', `for ${values.account}`],
      exitCode: values.dryRun ? 1 : 0,
    };
  },
});

const LIST = defineCommand({
  name: 'dlq:list',
  summary: 'lists dead letters',
  args: { topic: choice('[topic]', 'of one topic', ['scans', 'records']) },
  reads: [],
  run: ({ topic }) => ({ json: { topic } }),
});

const NEVER = (): Promise<never> => Promise.reject(new Error('must not be loaded'));
const COMMANDS = {
  'token:create': () => Promise.resolve({ COMMAND: CREATE }),
  'dlq:list': () => Promise.resolve({ COMMAND: LIST }),
};

async function call(
  line: string,
  commands: Parameters<typeof runCommandLine>[0]['commands'] = COMMANDS,
): Promise<[number, string, string]> {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runCommandLine(
    { commands, version: '1.2.3' },
    {
      argv: line === '' ? [] : line.split(' '),
      env: { FROM: 'env' },
      print: (text) => void out.push(text),
      printError: (text) => void err.push(text),
    },
  );
  return [code, out.join('\n'), err.join('\n')];
}

const FINE = 'token:create --user 7 --scope read';

describe('a command', () => {
  it('prints its text or its JSON, and ends with its exit code', async () => {
    expect(await call(FINE)).toEqual([0, 'made\nfor 7', '']);
    expect(await call(`${FINE} --json --dry-run`)).toEqual([1, '{"account":7,"from":"env"}', '']);
    expect(await call('dlq:list scans')).toEqual([0, '{"topic":"scans"}', '']);
  });

  it('says why it failed, without the usage', async () => {
    expect(await call(`${FINE} --note broken`)).toEqual([1, '', 'The database is away.']);
  });

  it('is the only command that is loaded when it is named', async () => {
    expect((await call(FINE, { ...COMMANDS, 'dlq:list': NEVER }))[0]).toBe(0);
    expect((await call('token:creat', { 'token:create': NEVER }))[0]).toBe(2);
  });

  it('gets its parameters with the types that it declares', () => {
    expect(
      readArguments(CREATE, '--user 7 --scope write --remark x --header A --header B --at 2026-03-29T10:00:00+02:00'.split(' ')),
    ).toEqual({
      account: 7,
      scope: 'write',
      note: 'x',
      secret: undefined,
      headers: ['A', 'B'],
      at: new Date('2026-03-29T08:00:00Z'),
      dryRun: false,
    });
    expect(readArguments(LIST, [])).toEqual({ topic: undefined });
  });
});

describe('a command line that is not understood ends with 2 and says what to do', () => {
  it.each([
    ['tokn:create', "unknown command 'tokn:create'\n(Did you mean token:create?)\ncli --help lists"],
    ['create:token', "unknown command 'create:token'\n(Did you mean token:create?)\ncli --help lists"],
    ['dlq', "unknown command 'dlq'\n(Did you mean dlq:list?)"],
    ['constructor', "unknown command 'constructor'"],
    ['--colour', "unknown option '--colour'"],
    ['token:create --usr 7', "unknown option '--usr'\n(Did you mean --user?)\nUsage: cli token:create --user <number>"],
    ['token:create --constructor', "unknown option '--constructor'"],
    ['token:create --user', "option '--user <number>' argument missing"],
    ['token:create', '--user is missing'],
    ['token:create --user 7', '--scope is missing: one of read, write'],
    ['token:create --user x', '--user must be the account\'s number, a whole number from 1, not "x"'],
    ['token:create --user 9007199254740992', '--user must be'],
    ['token:create --user 1 --scope all', '--scope must be one of read, write, not "all"'],
    [`${FINE} --at 2026-03-29`, '--at must be a time such as'],
    [`${FINE} --note refused`, '--note must be kind'],
    ['dlq:list a b', "too many arguments for 'dlq:list'. Expected 1 argument but got 2\nUsage"],
    ['dlq:list parcels', '[topic] must be one of scans, records, not "parcels"'],
  ])('%s', async (line, sentence) => {
    const [code, out, err] = await call(line);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(sentence);
    expect(err.split('\n').length).toBeLessThan(5);
  });

  it('shows the help when no command is named', async () => {
    const [code, out, err] = await call('');
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^Usage: cli <command>[^]*token:create/);
  });

  it.each([`${FINE} --secret S3CRET`, `${FINE} --secrt=S3CRET`, `${FINE} S3CRET`])('%s repeats no secret', async (line) => {
    const [code, , err] = await call(line);
    expect(code).toBe(2);
    expect(err).not.toContain('S3CRET');
  });
});

describe('--help and --version', () => {
  it('lists the commands', async () => {
    for (const line of ['--help', '-h', 'help']) {
      const [code, out, err] = await call(line);
      expect([code, err]).toEqual([0, '']);
      expect(out).toMatch(/^Usage: cli <command> \[options\]\n[^]*^ {2}token:create +creates a token$/m);
    }
  });

  it('shows the usage, options, examples and environment of a command', async () => {
    const [code, out] = await call('token:create --help');
    expect([code, await call('help token:create')]).toEqual([0, [0, out, '']]);
    expect(out).toMatch(
      /^Usage: cli token:create --user <number> --scope <scope> \[--note <text>\] .*\[--json\]\n\ncreates a token; and prints its secret\n/,
    );
    expect(out).toMatch(/^ {2}--scope <scope> +what it may do \(read, write\)$/m);
    expect(out).toContain('Examples:\n  cli token:create --user 1 --scope read\n\nEnvironment: DATABASE_URL (docs/configuration.md)');
    expect(out).not.toContain('--remark');
  });

  it('prints the version', async () => {
    expect(await call('--version')).toEqual([0, '1.2.3', '']);
  });
});
