import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { prepare, ROOT, runMain } from './prepare/prepare.mjs';

const COMMANDS = {
  'token:create': {
    main: 'apps/token-api/src/token-create.main.js',
    what: 'the first token of an account: --user 1 --scope generate --note text',
  },
  migrate: { main: 'libs/persistence/src/migrate.main.js', what: 'bring the database at DATABASE_URL up to date' },
  topics: { main: 'libs/messaging/src/topics.main.js', what: 'create or check the topics at KAFKA_BROKERS' },
  'keys:rotate': {
    main: 'apps/token-api/src/keys-rotate.main.js',
    what: 'seal the secrets of all receivers with the first key of SECRETS_KEY',
  },
  'mapping:explain': {
    main: 'apps/event-builder/src/mapping-explain.main.js',
    what: 'which rule decides what a carrier code means, and why: COURIER CODE [SUB_CODE] [TEXT]',
  },
  'mapping:check': { main: 'apps/event-builder/src/mapping-check.main.js', what: 'name all faults of a folder of mappings: [DIR]' },
  'mapping:unmapped': {
    main: 'apps/event-builder/src/mapping-unmapped.main.js',
    what: 'carrier codes that nothing explains, from the database at DATABASE_URL: [--courier NAME]',
  },
  'scan:publish': { main: 'scripts/stack/publish-scan.main.js', what: 'publish one scan to a running stack: --help tells the options' },
};

await runMain(async () => {
  const [name, ...args] = process.argv.slice(2);
  const command = Object.hasOwn(COMMANDS, name ?? '') ? COMMANDS[name] : undefined;
  if (!command) return listCommands(name);
  await prepare({ broker: false });
  run(command, args);
});

function run({ main }, args) {
  const child = spawn(process.execPath, ['--enable-source-maps', join(ROOT, 'dist', main), ...args], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
}

function listCommands(name) {
  if (name) process.stderr.write(`unknown command: ${name}\n`);
  process.stderr.write('usage: npm run cli -- <command> [options]\n\n');
  for (const [command, { what }] of Object.entries(COMMANDS)) process.stderr.write(`  ${command.padEnd(16)} ${what}\n`);
  process.exit(2);
}
