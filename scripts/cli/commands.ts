/** A command of the operator: what `--help` and docs/operations.md tell of it. */
export interface Command {
  /** Compiled, below dist. */
  readonly main: string;
  /** What stands behind the name; '' = nothing. */
  readonly usage: string;
  readonly what: string;
  /** Environment variables that it reads beside LOG_LEVEL; one in brackets may be left out. */
  readonly reads: readonly string[];
}

const KAFKA = ['KAFKA_BROKERS', '[TOPIC_PREFIX]'];

/** All of them, in the order in which a new installation meets them. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  migrate: {
    main: 'libs/persistence/src/migrate.main.js',
    usage: '',
    what: 'brings the tables up to date; safe to start from several places at once',
    reads: ['DATABASE_URL'],
  },
  topics: {
    main: 'libs/messaging/src/topics.main.js',
    usage: '[--check]',
    what: 'creates the topics that are missing and tells how the others differ; --check creates none and ends with 1 if anything is amiss',
    reads: [...KAFKA, '[TOPIC_PARTITIONS]', '[TOPIC_REPLICATION]'],
  },
  'account:create': {
    main: 'apps/token-api/src/account-create.main.js',
    usage: '--user NUMBER [--name TEXT]',
    what: 'creates an account; one that is there stays as it is',
    reads: ['DATABASE_URL'],
  },
  'token:create': {
    main: 'apps/token-api/src/token-create.main.js',
    usage: '--user NUMBER --scope read|write|generate [--note TEXT]',
    what: 'makes a token, and its account if there is none, and shows the secret this once',
    reads: ['DATABASE_URL'],
  },
  'token:list': {
    main: 'apps/token-api/src/token-list.main.js',
    usage: '--user NUMBER',
    what: 'the active tokens of an account, never their secrets',
    reads: ['DATABASE_URL'],
  },
  'token:revoke': {
    main: 'apps/token-api/src/token-revoke.main.js',
    usage: '--user NUMBER --token-id NUMBER',
    what: 'revokes a token, in force with the next request',
    reads: ['DATABASE_URL'],
  },
  redeliver: {
    main: 'apps/token-api/src/redeliver.main.js',
    usage:
      '(--user NUMBER (--delivery ID | --receiver ID --from TIME [--to TIME] [--status exhausted|expired|cancelled|delivered]) | --status pending --from TIME --to TIME [--user NUMBER] [--receiver ID])',
    what: 'orders ended deliveries to be sent again, exhausted ones unless told otherwise, or after a loss of Kafka pending ones (docs/operations.md#move-or-replace-the-kafka-cluster); the running token-api works the orders off',
    reads: ['DATABASE_URL'],
  },
  'keys:rotate': {
    main: 'apps/token-api/src/keys-rotate.main.js',
    usage: '',
    what: 'seals the secrets of all receivers with the first key of SECRETS_KEY (docs/receivers.md); 1 if some cannot be opened',
    reads: ['DATABASE_URL', 'SECRETS_KEY'],
  },
  'dlq:list': {
    main: 'libs/messaging/src/dlq-list.main.js',
    usage: '[TOPIC] [--reason REASON] [--messages]',
    what: 'what lies in the dead-letter topics, by reason; --messages tells each one, never its value',
    reads: KAFKA,
  },
  'dlq:replay': {
    main: 'libs/messaging/src/dlq-replay.main.js',
    usage: 'TOPIC [--reason REASON] [--all] [--dry-run]',
    what: 'publishes dead letters back to the topic they came from, each once; --all those too whose bytes would fail again',
    reads: KAFKA,
  },
  'offsets:reset': {
    main: 'libs/messaging/src/offsets-reset.main.js',
    usage: '--to TIME [--dry-run]',
    what: 'sets all consumer groups back to a time, never forward, so that what came since is read again: after a restore, while the apps are stopped (docs/operations.md#backup-and-restore)',
    reads: KAFKA,
  },
  'mapping:explain': {
    main: 'apps/event-builder/src/mapping-explain.main.js',
    usage: 'COURIER CODE [SUB_CODE] [TEXT] [--hint STATUS] [--carriers DIR]',
    what: 'which rule decides what a carrier code means, and why',
    reads: ['[CARRIERS_DIR]'],
  },
  'mapping:check': {
    main: 'apps/event-builder/src/mapping-check.main.js',
    usage: '[DIR]',
    what: 'names all faults of a folder of mappings; 1 if there are any',
    reads: ['[CARRIERS_DIR]'],
  },
  'mapping:unmapped': {
    main: 'apps/event-builder/src/mapping-unmapped.main.js',
    usage: '[--courier NAME] [--limit NUMBER]',
    what: 'carrier codes that nothing explains, the most frequent first',
    reads: ['DATABASE_URL'],
  },
  retention: {
    main: 'apps/event-builder/src/retention.main.js',
    usage: '[--dry-run]',
    what: 'removes what is past its retention now; --dry-run only says what would go (docs/decisions/0008-retention.md)',
    reads: [
      'DATABASE_URL',
      '[SCAN_RETENTION_DAYS]',
      '[EVENT_RETENTION_DAYS]',
      '[DELIVERY_RETENTION_DAYS]',
      '[CONSIGNMENT_RETENTION_DAYS]',
      '[CONSIGNMENT_IDLE_DAYS]',
      '[GENERATION_MEMORY_DAYS]',
    ],
  },
  erase: {
    main: 'apps/event-builder/src/erase.main.js',
    usage: '(--courier NAME --tracking NUMBER [--user NUMBER] [--ahead] | --user NUMBER --order NUMBER [--client TEXT]) [--dry-run]',
    what: 'erases the personal data of a parcel or an order everywhere but in ids, and leaves out what comes of it later; --dry-run only lists what would go (docs/personal-data.md)',
    reads: ['DATABASE_URL'],
  },
  'receiver:verify': {
    main: 'apps/webhook-sender/src/receiver-verify.main.js',
    usage:
      'URL [--secret whsec_…] [--header "NAME: VALUE"] [--basic USER:PASSWORD] [--format plain|cloudevents] [--timeout-ms NUMBER] [--ca FILE]',
    what: 'sends practice webhooks to your own receiver and says of each check whether it passed and what to do; 1 if one failed',
    reads: [],
  },
  'installation:check': {
    main: 'apps/token-api/src/installation-check.main.js',
    usage: '--api URL --user NUMBER [--receiver URL]',
    what: 'calls an installed system as a customer would, with a token and a receiver made for it and removed again: a real test webhook to --receiver, or all but its last step',
    reads: ['DATABASE_URL'],
  },
  'scan:publish': {
    main: 'libs/messaging/src/scan-publish.main.js',
    usage: '--courier NAME --tracking NUMBER [options]',
    what: 'publishes one scan, for a trial; --help tells the options',
    reads: ['[KAFKA_BROKERS]', '[TOPIC_PREFIX]'],
  },
};

const WIDTH = 100;
const NAME_WIDTH = Math.max(...Object.keys(COMMANDS).map((name) => name.length));

/** The text of `--help`. */
export function helpText(): string {
  const rows = Object.entries(COMMANDS).map(([name, { what }]) => {
    const [first, ...rest] = linesOf(what, WIDTH - NAME_WIDTH - 3);
    return [`  ${name.padEnd(NAME_WIDTH)} ${first}`, ...rest.map((line) => `${' '.repeat(NAME_WIDTH + 3)}${line}`)].join('\n');
  });
  return `Usage: <command> [options]; <command> --help tells more\n\n${rows.join('\n')}\n\nExit code: 0 done, 1 failed or amiss, 2 not understood.\n`;
}

/** What `<command> --help` says below the usage, which the command tells itself. */
export function commandHelpText({ what, reads }: Command): string {
  const environment =
    reads.length === 0 ? [] : ['', ...linesOf(`Environment: ${reads.join(' ')}; what they mean: docs/configuration.md`, WIDTH)];
  return `\n${[...linesOf(what, WIDTH), ...environment].join('\n')}\n`;
}

/** Between words, as many of them to a line as it takes. */
function linesOf(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trimStart();
    if (longer.length <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
