/** A command of the operator, as `--help` and docs/operations.md describe it. */
export interface Command {
  /** Exports COMMAND, its `CommandLine`; compiled, below dist. */
  readonly file: string;
  /** What stands behind the name; '' = nothing. */
  readonly usage: string;
  /** One line of `--help`, at most 80 characters. */
  readonly what: string;
  /** The rest, in `<command> --help` and docs/operations.md. */
  readonly more?: string;
  /** Environment variables that it reads beside LOG_LEVEL; one in brackets may be left out. */
  readonly reads: readonly string[];
}

const KAFKA = ['KAFKA_BROKERS', '[TOPIC_PREFIX]'];

/** All of them, in the order in which a new installation meets them. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  migrate: {
    file: 'libs/persistence/src/migrate.command.js',
    usage: '',
    what: 'brings the tables up to date; safe to start from several places at once',
    reads: ['DATABASE_URL'],
  },
  topics: {
    file: 'libs/messaging/src/topics/topics.command.js',
    usage: '[--check]',
    what: 'creates the missing topics and reports how the others differ',
    more: '--check creates none and ends with 1 if anything is amiss',
    reads: [...KAFKA, '[TOPIC_PARTITIONS]', '[TOPIC_REPLICATION]'],
  },
  'account:create': {
    file: 'apps/token-api/src/account-create.command.js',
    usage: '--user NUMBER [--name TEXT]',
    what: 'creates an account',
    more: 'an existing account stays as it is',
    reads: ['DATABASE_URL'],
  },
  'token:create': {
    file: 'apps/token-api/src/token-create.command.js',
    usage: '--user NUMBER --scope read|write|generate [--note TEXT]',
    what: 'creates a token and prints the secret, once only',
    more: 'also creates the account if it does not exist',
    reads: ['DATABASE_URL'],
  },
  'token:list': {
    file: 'apps/token-api/src/token-list.command.js',
    usage: '--user NUMBER',
    what: 'lists the active tokens of an account, never their secrets',
    reads: ['DATABASE_URL'],
  },
  'token:revoke': {
    file: 'apps/token-api/src/token-revoke.command.js',
    usage: '--user NUMBER --token-id NUMBER',
    what: 'revokes a token, from the next request on',
    reads: ['DATABASE_URL'],
  },
  redeliver: {
    file: 'apps/token-api/src/redeliver.command.js',
    usage:
      '(--user NUMBER (--delivery ID | --receiver ID --from TIME [--to TIME] [--status exhausted|expired|cancelled|delivered]) | --status pending --from TIME --to TIME [--user NUMBER] [--receiver ID])',
    what: 'orders ended deliveries to be sent again',
    more: 'by default exhausted ones; after a loss of Kafka pending ones (docs/operations.md#move-or-replace-the-kafka-cluster); the running token-api works the orders off',
    reads: ['DATABASE_URL'],
  },
  'keys:rotate': {
    file: 'apps/token-api/src/keys-rotate.command.js',
    usage: '[--give-up-unreadable [--dry-run]]',
    what: 'seals the secrets of all receivers with the first key of SECRETS_KEY',
    more: 'ends with 1 if some cannot be opened; --give-up-unreadable names those after the loss of a key (docs/operations.md#change-secrets_key)',
    reads: ['DATABASE_URL', 'SECRETS_KEY'],
  },
  'dlq:list': {
    file: 'libs/messaging/src/dead-letters/dlq-list.command.js',
    usage: '[TOPIC] [--reason REASON] [--messages]',
    what: 'lists what lies in the dead-letter topics, by reason',
    more: '--messages lists each message, never its value',
    reads: KAFKA,
  },
  'dlq:replay': {
    file: 'libs/messaging/src/dead-letters/dlq-replay.command.js',
    usage: 'TOPIC [--reason REASON] [--all] [--dry-run]',
    what: 'publishes dead letters back to the topic they came from, each once',
    more: '--all includes those whose bytes would fail again',
    reads: KAFKA,
  },
  'events:requeue': {
    file: 'apps/webhook-sender/src/fan-out/events-requeue.command.js',
    usage: '',
    what: 'publishes deferred events to topic events again',
    more: 'after webhook-sender was set back to a release that does not read table deferred_event; prints how many',
    reads: ['DATABASE_URL', ...KAFKA],
  },
  'offsets:reset': {
    file: 'libs/messaging/src/topics/offsets-reset.command.js',
    usage: '--to TIME [--dry-run]',
    what: 'sets all consumer groups back to a time, never forward',
    more: 'so that later messages are read again: after a restore, while the apps are stopped (docs/operations.md#backup-and-restore)',
    reads: KAFKA,
  },
  'mapping:explain': {
    file: 'apps/event-builder/src/mapping-explain.command.js',
    usage: 'COURIER CODE [SUB_CODE] [TEXT] [--hint STATUS] [--carriers DIR] [--overlay]',
    what: 'shows which rule decides what a carrier code means, and why',
    reads: ['[CARRIERS_DIR]', '[CARRIERS_OVERLAY]'],
  },
  'mapping:check': {
    file: 'apps/event-builder/src/mapping-check.command.js',
    usage: '[DIR] [--overlay]',
    what: 'names all faults of a folder of mappings',
    more: 'ends with 1 if there are any; `--overlay` lists the readings that it changes laid over the shipped mappings',
    reads: ['[CARRIERS_DIR]', '[CARRIERS_OVERLAY]'],
  },
  'mapping:unmapped': {
    file: 'apps/event-builder/src/mapping-unmapped.command.js',
    usage: '[--courier NAME] [--limit NUMBER]',
    what: 'lists carrier codes that nothing explains, the most frequent first',
    reads: ['DATABASE_URL'],
  },
  retention: {
    file: 'apps/event-builder/src/retention.command.js',
    usage: '[--dry-run]',
    what: 'removes what is past its retention now',
    more: '--dry-run only lists what would go (docs/decisions/0008-retention.md)',
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
    file: 'apps/event-builder/src/erase.command.js',
    usage: '(--courier NAME --tracking NUMBER [--user NUMBER] [--ahead] | --user NUMBER --order NUMBER [--client TEXT]) [--dry-run]',
    what: 'erases the personal data of a parcel or an order everywhere but in ids',
    more: 'later messages about it are left out; --dry-run only lists what would go (docs/personal-data.md)',
    reads: ['DATABASE_URL'],
  },
  'receiver:verify': {
    file: 'apps/webhook-sender/src/receiver-verify.command.js',
    usage:
      'URL [--secret whsec_…] [--header "NAME: VALUE"] [--basic USER:PASSWORD] [--format plain|cloudevents] [--timeout-ms NUMBER] [--ca FILE]',
    what: 'sends practice webhooks to your own receiver and checks its answers',
    more: 'prints for each check whether it passed and what to do; ends with 1 if one failed',
    reads: [],
  },
  'installation:check': {
    file: 'apps/token-api/src/installation-check.command.js',
    usage: '--api URL --user NUMBER [--receiver URL]',
    what: 'calls an installed system as a customer would',
    more: 'with a token and a receiver that it creates and removes again: a real test webhook to --receiver, or without it all steps but the last',
    reads: ['DATABASE_URL'],
  },
  'scan:publish': {
    file: 'libs/messaging/src/topics/scan-publish.command.js',
    usage: '--courier NAME --tracking NUMBER [options]',
    what: 'publishes one scan, for a trial',
    reads: ['[KAFKA_BROKERS]', '[TOPIC_PREFIX]'],
  },
};

const WIDTH = 100;
const NAME_WIDTH = Math.max(...Object.keys(COMMANDS).map((name) => name.length));

/** The text of `--help`. */
export function helpText(): string {
  const rows = Object.entries(COMMANDS).map(([name, { what }]) => `  ${name.padEnd(NAME_WIDTH)} ${what}`);
  return `Usage: <command> [options]; <command> --help says more\n\n${rows.join('\n')}\n\nExit code: 0 done, 1 failed or amiss, 2 not understood.`;
}

/** What `<command> --help` says below the usage, which the command tells itself. */
export function commandHelpText({ reads, ...command }: Command): string {
  const environment =
    reads.length === 0 ? [] : ['', ...linesOf(`Environment: ${reads.join(' ')}; what they mean: docs/configuration.md`, WIDTH)];
  return `\n${[...linesOf(descriptionOf(command), WIDTH), ...environment].join('\n')}`;
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

export const descriptionOf = ({ what, more }: Pick<Command, 'what' | 'more'>): string => [what, more].filter(Boolean).join('; ');
