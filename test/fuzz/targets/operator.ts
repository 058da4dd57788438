// Input from operators: mappings, couriers, warehouses, clients, text catalogues, settings, command lines.
import { types } from 'node:util';
import { type CommandDefinition, readArguments } from '#libs/command-line';
import { readConfig, ConfigFault } from '#libs/config';
import { toCheckArgs } from '#libs/receiver-check';
import { SETTINGS as EVENT_BUILDER } from '../../../apps/event-builder/src/event-builder.config.js';
import { OperatorFileFault } from '../../../apps/event-builder/src/carriers/operator-file.js';
import { parseCarrierFiles } from '../../../apps/event-builder/src/carriers/parse-carrier-files.js';
import { compileCatalogue } from '../../../apps/event-builder/src/texts/catalogue.js';
import { languageCodes, loadLanguages } from '../../../apps/event-builder/src/texts/texts.provider.js';
import { unmappedTable } from '../../../apps/event-builder/src/scans/unmapped-codes.js';
import { SETTINGS as TOKEN_API } from '../../../apps/token-api/src/token-api.config.js';
import { COMMAND as VERIFY } from '../../../apps/webhook-sender/src/receiver-verify.command.js';
import { SETTINGS as WEBHOOK_SENDER } from '../../../apps/webhook-sender/src/webhook-sender.config.js';
import { COMMANDS } from '../../../scripts/cli/commands.js';
import { hold, isOneLine, orFault, type Target } from '../target.js';

const LANGUAGES = languageCodes();
const FILES = ['mappings/ups.yaml', 'couriers.yaml', 'warehouses.yaml', 'clients.yaml'] as const;

/** The input consists of the four files, one after the other. */
export const CARRIER_FILES: Target = {
  name: 'carrier-files',
  what: 'mappings/<courier>.yaml, couriers.yaml, warehouses.yaml, clients.yaml → rules, or faults with file and line',
  seeds: [
    '- when: {code: X, sub_code: "30"}\n  status: FailedAttempt\n  inbound: true\n  next_action: PickUpReady\n- when: {text: "^Damage|Broken"}\n  status: Exception\n  exception_code: Damaged\n',
    '- courier: ups\n  tracking_link: https://ups.example/{tracking_number}?l={language}\n  next_action: {first: NewAttemptNextDay, final: PickUpReady}\n',
    '- account: 1\n  warehouse: W1\n  time_zone: Europe/Berlin\n',
    '- client: shop\n  language: de\n  grace: PT4H\n',
    '[[[[]]]]',
    'replaces: true\nrules:\n  - when: {code: [X, Y], sub_code: ["30"]}\n    silent: true\n    seen: a capture\n',
    '- &a [*a]\n- *a\n',
    '- ? {a: b}\n  : c\n',
    '['.repeat(5000),
    `${'- '.repeat(3000)}x`,
    '- when: {text: "^(a+)+$"}\n  status: Exception\n',
  ],
  words: [
    '&a ',
    '*a',
    '!!js/function',
    '!!binary ',
    '<<: *a',
    '? ',
    '- ',
    '|',
    '>-',
    '%YAML 1.2',
    '---',
    '^(?:',
    '(a|a)*',
    '{1,9999}',
    '\\p{L}+',
    '(?<=',
    'status: ',
  ],
  check: (input) => {
    const text = input.toString('utf8');
    for (const file of FILES) {
      const read = orFault(
        () => parseCarrierFiles([{ layer: 'operator', texts: new Map([[file, text]]), unreadable: [] }], LANGUAGES),
        (error) => error instanceof OperatorFileFault,
      );
      if (read instanceof OperatorFileFault) holdFaults(read, file);
    }
  },
};

function holdFaults({ faults }: OperatorFileFault, file: string): void {
  hold(faults.length > 0 && faults.every((fault) => fault.startsWith(`${file}:`)), 'each fault names file and line');
}

const ENGLISH = Object.fromEntries([...(loadLanguages().get('en')?.messages.keys() ?? [])].map((key) => [key, 'text {eta}']));

export const CATALOGUE: Target = {
  name: 'catalogue',
  what: 'a catalogue of texts → its messages, or all its faults',
  seeds: [JSON.stringify(ENGLISH), '{"status.None.short":"{hasEta, select, yes {x} other {}}"}'],
  words: ['{eta}', '{n, plural, one {#} other {#}}', '{', '}', "''", '{a, date, ::yyyy}', '<b>', '{hasEta, select, other {{eta}}}'],
  check: (input) => {
    const json = orFault(
      () => JSON.parse(input.toString('utf8')) as unknown,
      ({ name }) => name === 'SyntaxError',
    );
    if (typeof json !== 'object' || json === null || types.isNativeError(json)) return;
    orFault(
      () => compileCatalogue('en', json as Record<string, unknown>),
      ({ message }) => message.startsWith('en.json cannot be used:'),
    );
  },
};

const SECRET = 'S3CRETs3cretS3CRET';
const CARRY_SECRETS = ['SECRETS_KEY', 'DATABASE_URL', 'EGRESS_PROXIES', 'KAFKA_PASSWORD'];

/** The input is the value of every variable; variables with secrets get a secret added. */
export const SETTINGS: Target = {
  name: 'settings',
  what: 'environment variables → configuration, or one fault for each bad variable, without secrets',
  seeds: ['', '1', 'true', '10.0.0.0/8,::1', 'http://user:pw@proxy:3128', 'postgres://u:p@h/d', 'a:b', 'host:9092', 'urn:x', 'info'],
  words: ['/', ':', ',', '@', '[::1]:53', '%', '=', '-', '1e3', '0x10', 'https://', 'postgres://'],
  check: (input) => {
    const text = input.toString('utf8');
    for (const settings of [TOKEN_API, EVENT_BUILDER, WEBHOOK_SENDER]) {
      const env = Object.fromEntries(
        Object.values(settings).map(({ name }) => [
          name,
          CARRY_SECRETS.includes(name) ? text + SECRET : name.endsWith('_FILE') ? '' : text,
        ]),
      );
      const read = orFault(
        () => readConfig(settings, env),
        (error) => error instanceof ConfigFault,
      );
      hold(!(types.isNativeError(read) && read.message.includes(SECRET)), 'a fault repeats no secret');
      hold(!JSON.stringify(read).includes(SECRET), 'the configuration, written as JSON, shows no secret');
    }
  },
};

const DEFINITIONS: readonly CommandDefinition[] = await Promise.all(
  Object.values(COMMANDS).map(async (load): Promise<CommandDefinition> => (await load()).COMMAND),
);

/** The input is a command line, one argument per line. */
export const ARGUMENTS: Target = {
  name: 'arguments',
  what: 'arguments of every command → options, or a sentence that repeats no secret',
  seeds: [
    '--user\n1\n--scope\nread\n--note\nx',
    '--user\n1\n--token-id\n7',
    '--user\n1\n--receiver\n3f2504e0-4f89-41d3-9a0c-0305e82c3301\n--from\n2026-03-29T10:00:00Z\n--status\nexpired',
    '--status\npending\n--from\n2026-03-29T10:00:00Z\n--to\n2026-03-29T11:00:00Z',
    'scans\n--reason\nE_JSON\n--all\n--dry-run\n--messages',
    'ups\nX\n30\nDamaged\n--hint\nDelivered',
    '--courier\nups\n--limit\n5',
    'https://shop.example/\n--basic\nuser:x\n--header\nA: b\n--format\nplain\n--timeout-ms\n500',
  ],
  words: ['--', '-', '--user=', '--help', '--__proto__', '--constructor', '--secret', '--basic', '--header', '-x', '=', '9007199254740993'],
  check: (input) => {
    const argv = input.toString('utf8').split('\n');
    for (const command of DEFINITIONS) orFault(() => readArguments(command, argv), isSentence);
    for (const option of ['--secret', '--basic', '--header', `--secret=${SECRET}\u0000`]) {
      const read = orFault(() => toCheckArgs(readArguments(VERIFY, [...argv, option, SECRET])), isSentence);
      hold(!(types.isNativeError(read) && read.message.includes(SECRET)), 'a fault repeats no secret');
      hold(!JSON.stringify(read).includes(SECRET), 'accepted arguments, written as JSON, show no secret');
    }
  },
};

/** Tells whether the error is a message for the operator rather than a bug. */
const isSentence = (error: Error): boolean => error.message !== '' && error.name !== 'RangeError' && !isOfTheCode(error);

/** A bug throws a TypeError without a code; parseArgs throws TypeErrors with a code. */
const isOfTheCode = (error: Error): boolean => error.name === 'TypeError' && !('code' in error);

/** The input fills every column of the table that the operator sees. */
export const UNMAPPED: Target = {
  name: 'unmapped-table',
  what: 'codes and texts of carriers → lines on an operator’s terminal',
  seeds: ['X', 'Zugestellt', '\u001b[2J'],
  check: (input) => {
    const text = input.toString('utf8');
    const row = { courier: text, code: text, subCode: text, pattern: text, sampleText: text, count: 1, lastSeen: new Date(0) };
    hold(unmappedTable([row, row]).split('\n').length === 3, 'each row is one line');
    hold(unmappedTable([row]).split('\n').every(isOneLine), 'no control character reaches a terminal');
  },
};
