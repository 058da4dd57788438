// Seals the secrets of all receivers anew with the first key of SECRETS_KEY (domain D.10: rotation by re-encryption).
import { readConfig } from '#libs/config';
import { type CommandOutcome, noArgs, runCommandLine } from '#libs/observability';
import { databaseSettings, SecretBox, secretsSettings, withDatabase } from '#libs/persistence';
import { resealReceiver } from './receivers/reseal-receiver.js';
import { changeSealed, type SealedReceiver } from './receivers/sealed-receivers.repository.js';

interface Rotation {
  receivers: number;
  resealed: number;
  /** What none of the keys opens; it stays as it is. */
  unreadable: number;
}

const COMMAND = { usage: 'keys:rotate', parse: noArgs, run };

process.exitCode = await runCommandLine(COMMAND, process.argv.slice(2));

async function run(): Promise<CommandOutcome> {
  const config = readConfig({ ...databaseSettings, ...secretsSettings }, process.env);
  const rotation: Rotation = { receivers: 0, resealed: 0, unreadable: 0 };
  const secretBox = new SecretBox(config.secretsKeys);
  await withDatabase(config, 'keys-rotate', (dataSource) =>
    changeSealed(dataSource, (receivers) => receivers.flatMap((receiver) => reseal(receiver, secretBox, rotation))),
  ).catch((error: Error) => {
    throw new Error(`The rotation did not end, start it again: ${error.message}`, { cause: error });
  });
  return { output: JSON.stringify(rotation), exitCode: rotation.unreadable === 0 ? 0 : 1 };
}

function reseal(receiver: SealedReceiver, secretBox: SecretBox, rotation: Rotation): SealedReceiver[] {
  rotation.receivers++;
  try {
    const resealed = resealReceiver(receiver, (sealed) => secretBox.reseal(sealed, receiver.receiverId));
    if (!resealed) return [];
    rotation.resealed++;
    return [resealed];
  } catch (error) {
    rotation.unreadable++;
    process.stderr.write(`Receiver ${receiver.receiverId} stays as it is: ${(error as Error).message}\n`);
    return [];
  }
}
