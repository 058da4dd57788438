import type { CommandRegistry } from '#libs/command-line';

/** All commands for operators, in the order in which a new installation needs them. */
export const COMMANDS = {
  migrate: () => import('../../libs/persistence/src/migrate.command.js'),
  topics: () => import('../../libs/messaging/src/topics/topics.command.js'),
  'account:create': () => import('../../apps/token-api/src/accounts/account-create.command.js'),
  'account:change': () => import('../../apps/token-api/src/accounts/account-change.command.js'),
  'token:create': () => import('../../apps/token-api/src/tokens/token-create.command.js'),
  'token:list': () => import('../../apps/token-api/src/tokens/token-list.command.js'),
  'token:revoke': () => import('../../apps/token-api/src/tokens/token-revoke.command.js'),
  redeliver: () => import('../../apps/token-api/src/redeliveries/redeliver.command.js'),
  'keys:rotate': () => import('../../apps/token-api/src/receivers/keys-rotate.command.js'),
  lag: () => import('../../libs/messaging/src/health/lag.command.js'),
  'dlq:list': () => import('../../libs/messaging/src/dead-letters/dlq-list.command.js'),
  'dlq:replay': () => import('../../libs/messaging/src/dead-letters/dlq-replay.command.js'),
  'offsets:reset': () => import('../../libs/messaging/src/topics/offsets-reset.command.js'),
  'mapping:explain': () => import('../../apps/event-builder/src/carriers/mapping-explain.command.js'),
  'mapping:check': () => import('../../apps/event-builder/src/carriers/mapping-check.command.js'),
  'mapping:unmapped': () => import('../../apps/event-builder/src/scans/mapping-unmapped.command.js'),
  retention: () => import('../../apps/event-builder/src/retention/retention.command.js'),
  erase: () => import('../../apps/event-builder/src/erasure/erase.command.js'),
  'receiver:verify': () => import('../../apps/webhook-sender/src/receiver-verify.command.js'),
  'installation:check': () => import('../../apps/token-api/src/installation/installation-check.command.js'),
  demo: () => import('../../apps/token-api/src/demo/demo.command.js'),
  'scan:publish': () => import('../../libs/messaging/src/topics/scan-publish.command.js'),
} satisfies CommandRegistry;
