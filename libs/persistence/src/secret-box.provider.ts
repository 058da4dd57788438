import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SecretsKey } from '#libs/config';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Seals receiver credentials at rest with AES-256-GCM (domain D.10). The sealed form is `keyId:base64(nonce ‖ tag ‖ ciphertext)`. */
export class SecretBox {
  constructor(private readonly keys: readonly SecretsKey[]) {}

  /** @param context the owner of the secret, such as the receiver id: a sealed text that is moved to another row does not open */
  seal(text: string, context: string): string {
    const [primary] = this.keys;
    if (!primary) throw new Error('SECRETS_KEY holds no key');
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, Buffer.from(primary.key.reveal(), 'base64'), nonce).setAAD(Buffer.from(context));
    const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return `${primary.id}:${Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64')}`;
  }

  /** Seals the secret again with the first key; undefined when that key already seals it. @throws like `open` */
  reseal(sealed: string, context: string): string | undefined {
    const text = this.open(sealed, context); // open it in any case: a wrong key under the same id must be noticed before the old key is deleted
    return keyIdOf(sealed) === this.keys[0]?.id ? undefined : this.seal(text, context);
  }

  /** @throws Error when the key is unknown, or the text was altered or sealed for another context */
  open(sealed: string, context: string): string {
    const keyId = keyIdOf(sealed);
    const key = this.keys.find((candidate) => candidate.id === keyId);
    if (!key) throw new Error(`no key "${keyId}" in SECRETS_KEY: add the key that sealed this secret`);
    const bytes = Buffer.from(sealed.slice(keyId.length + 1), 'base64');
    const decipher = createDecipheriv(ALGORITHM, Buffer.from(key.key.reveal(), 'base64'), bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  }
}

const keyIdOf = (sealed: string): string => sealed.slice(0, sealed.lastIndexOf(':'));
