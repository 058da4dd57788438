// Seals the secrets of all receivers again with the first key of SECRETS_KEY (domain D.10: rotation by re-encryption).
import { type CommandContext, type CommandOutcome, defineCommand, flag, UsageError } from '#libs/command-line';
import { readConfig } from '#libs/config';
import { databaseSettings, refuseWrongKeys, sealCheck, SecretBox, secretsSettings, withDatabase, WrongKeys } from '#libs/persistence';
import type { DataSource } from 'typeorm';
import { appendAudit } from '../audit/audit-log.repository.js';
import { resealMailKey } from '../mail/mail-key.repository.js';
import { changeSealed, resealReceiver, type SealedReceiver } from './sealed-receivers.repository.js';

const BY = { command: 'keys:rotate' };
const HOW_TO_GIVE_UP =
  'If the key is lost, keys:rotate --give-up-unreadable --dry-run names the receivers whose customers must send their credentials again.';

/** The progress of a rotation. */
interface Rotation {
  receivers: number;
  resealed: number;
  readonly unreadable: SealedReceiver[];
}

interface KeysRotateArgs {
  readonly giveUpUnreadable: boolean;
  readonly dryRun: boolean;
}

export const COMMAND = defineCommand({
  name: 'keys:rotate',
  summary: 'seals the secrets of all receivers with the first key of SECRETS_KEY',
  more: 'ends with 1 if some secrets cannot be opened; after the loss of a key, --give-up-unreadable names their receivers (docs/backup-and-moves.md#change-secrets_key)',
  usage: '[--give-up-unreadable [--dry-run]]',
  options: {
    giveUpUnreadable: flag(
      '--give-up-unreadable',
      'after the loss of a key: accept the first key of SECRETS_KEY as right, and name the receivers whose customers must send their credentials again',
    ),
    dryRun: flag('--dry-run', 'only name the receivers'),
  },
  reads: ['DATABASE_URL', 'SECRETS_KEY'],
  run,
});

async function run(args: KeysRotateArgs, { env, printError }: CommandContext): Promise<CommandOutcome> {
  if (args.dryRun && !args.giveUpUnreadable)
    throw new UsageError('--dry-run requires --give-up-unreadable: without that option nothing is given up');
  const config = readConfig({ ...databaseSettings, ...secretsSettings }, env);
  const secretBox = new SecretBox(config.secretsKeys);
  const rotation = await withDatabase(config, 'keys-rotate', async (dataSource) => {
    if (!args.giveUpUnreadable) await refuseToLose(dataSource, secretBox);
    return rotate(dataSource, { ...args, secretBox, printError });
  });
  const { receivers, resealed, unreadable } = rotation;
  const counts = { receivers, resealed, unreadable: unreadable.length };
  if (!args.giveUpUnreadable) return { json: counts, exitCode: unreadable.length === 0 ? 0 : 1 };
  const needCredentials = unreadable.map(({ account, receiverId }) => ({ user: account, receiverId }));
  return { json: { ...counts, dryRun: args.dryRun, needCredentials } };
}

/** @throws Error when the keys open no stored secret: sealing with such keys would lose every stored secret */
async function refuseToLose(dataSource: DataSource, secretBox: SecretBox): Promise<void> {
  await refuseWrongKeys(dataSource, secretBox).catch((error: unknown) => {
    throw error instanceof WrongKeys ? new Error(`${error.message}. ${HOW_TO_GIVE_UP}`, { cause: error }) : error;
  });
}

interface Resealing extends KeysRotateArgs, Pick<CommandContext, 'printError'> {
  readonly secretBox: SecretBox;
}

async function rotate(dataSource: DataSource, resealing: Resealing): Promise<Rotation> {
  const rotation: Rotation = { receivers: 0, resealed: 0, unreadable: [] };
  const change = (receivers: readonly SealedReceiver[]): SealedReceiver[] => {
    const resealed = receivers.flatMap((receiver) => reseal(receiver, rotation, resealing));
    return resealing.dryRun ? [] : resealed;
  };
  await changeSealed(dataSource, change).catch((error: Error) => {
    throw new Error(`The rotation did not finish, so start it again: ${error.message}`, { cause: error });
  });
  if (!resealing.dryRun) await finish(dataSource, rotation, resealing);
  return rotation;
}

function reseal(receiver: SealedReceiver, rotation: Rotation, { secretBox, printError }: Resealing): SealedReceiver[] {
  rotation.receivers++;
  try {
    const resealed = resealReceiver(receiver, (sealed) => secretBox.reseal(sealed, receiver.receiverId));
    if (!resealed) return [];
    rotation.resealed++;
    return [resealed];
  } catch (error) {
    rotation.unreadable.push(receiver);
    printError(`Receiver ${receiver.receiverId} of account ${receiver.account} stays as it is: ${(error as Error).message}`);
    return [];
  }
}

/** Accepts the first key as right from now on, whatever it opens. */
async function finish(dataSource: DataSource, { unreadable }: Rotation, { secretBox, giveUpUnreadable }: Resealing): Promise<void> {
  await dataSource.transaction(async (manager) => {
    await sealCheck(manager, secretBox);
    await resealMailKey(manager, { secretBox, giveUpUnreadable });
    for (const { account, receiverId } of giveUpUnreadable ? unreadable : []) {
      const after = { credentials: 'given up' };
      await appendAudit(manager, { account, by: BY, action: 'receiver.changed', subjectId: receiverId, after });
    }
  });
}
