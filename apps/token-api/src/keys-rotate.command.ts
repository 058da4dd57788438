// Seals the secrets of all receivers anew with the first key of SECRETS_KEY (domain D.10: rotation by re-encryption).
import { readConfig } from '#libs/config';
import { type CommandContext, type CommandOutcome, noArgs } from '#libs/observability';
import { databaseSettings, SecretBox, secretsSettings, withDatabase } from '#libs/persistence';
import { resealReceiver } from './receivers/reseal-receiver.js';
import { changeSealed, type SealedReceiver } from './receivers/sealed-receivers.repository.js';

interface Rotation {
  receivers: number;
  resealed: number;
  /** What none of the keys opens; it stays as it is. */
  unreadable: number;
}

export const COMMAND = { usage: 'keys:rotate', parse: noArgs, run };

async function run(_: void, { env, printError }: CommandContext): Promise<CommandOutcome> {
  const config = readConfig({ ...databaseSettings, ...secretsSettings }, env);
  const rotation: Rotation = { receivers: 0, resealed: 0, unreadable: 0 };
  const resealing = { secretBox: new SecretBox(config.secretsKeys), rotation, printError };
  await withDatabase(config, 'keys-rotate', (dataSource) =>
    changeSealed(dataSource, (receivers) => receivers.flatMap((receiver) => reseal(receiver, resealing))),
  ).catch((error: Error) => {
    throw new Error(`The rotation did not end, start it again: ${error.message}`, { cause: error });
  });
  return { output: JSON.stringify(rotation), exitCode: rotation.unreadable === 0 ? 0 : 1 };
}

interface Resealing extends Pick<CommandContext, 'printError'> {
  readonly secretBox: SecretBox;
  readonly rotation: Rotation;
}

function reseal(receiver: SealedReceiver, { secretBox, rotation, printError }: Resealing): SealedReceiver[] {
  rotation.receivers++;
  try {
    const resealed = resealReceiver(receiver, (sealed) => secretBox.reseal(sealed, receiver.receiverId));
    if (!resealed) return [];
    rotation.resealed++;
    return [resealed];
  } catch (error) {
    rotation.unreadable++;
    printError(`Receiver ${receiver.receiverId} stays as it is: ${(error as Error).message}`);
    return [];
  }
}
