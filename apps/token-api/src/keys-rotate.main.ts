// Seals the secrets of all receivers anew with the first key of SECRETS_KEY (domain D.10: rotation by re-encryption).
import { type Env, readConfig } from '#libs/config';
import { connect, createDataSource, databaseSettings, SecretBox, secretsSettings } from '#libs/persistence';
import { resealReceiver } from './receivers/reseal-receiver.js';
import { changeSealed, type SealedReceiver } from './receivers/sealed-receivers.repository.js';

interface Rotation {
  receivers: number;
  resealed: number;
  /** What none of the keys opens; it stays as it is. */
  unreadable: number;
}

process.exitCode = await run(process.env);

async function run(env: Env): Promise<number> {
  try {
    const rotation = await rotate(env);
    process.stdout.write(`${JSON.stringify(rotation)}\n`);
    return rotation.unreadable === 0 ? 0 : 1;
  } catch (error) {
    process.stderr.write(`The rotation did not end, start it again: ${(error as Error).message}\n`);
    return 1;
  }
}

async function rotate(env: Env): Promise<Rotation> {
  const config = readConfig({ ...databaseSettings, ...secretsSettings }, env);
  const secretBox = new SecretBox(config.secretsKeys);
  const dataSource = await connect(createDataSource(config, 'keys-rotate'));
  const rotation: Rotation = { receivers: 0, resealed: 0, unreadable: 0 };
  try {
    await changeSealed(dataSource, (receivers) => receivers.flatMap((receiver) => reseal(receiver, secretBox, rotation)));
    return rotation;
  } finally {
    await dataSource.destroy();
  }
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
