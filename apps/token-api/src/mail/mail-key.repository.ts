// table mail_key: the key of the hashes of addresses and of the secrets in links
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SecretBox } from '#libs/persistence';
import { DataSource, type EntityManager } from 'typeorm';
import { comparedAddress } from './mail-address.js';

const KEY_BYTES = 32;
const MAIL_KEY_CONTEXT = 'mail_key';
const SECRET_BYTES = 24;

export type LinkKind = 'confirmation' | 'unsubscription';

/** Makes secrets and hashes from one key, so that no table holds a secret of a link, and no table can be searched for an address. */
@Injectable()
export class MailKeyRepository {
  private loading: Promise<Buffer> | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly secretBox: SecretBox,
  ) {}

  async hashOf(address: string): Promise<Buffer> {
    return this.hmac(`address ${comparedAddress(address)}`);
  }

  /** Returns the secret of a link, in base64url. */
  async secretOf(kind: LinkKind, id: string): Promise<string> {
    return (await this.hmac(`${kind} ${id}`)).subarray(0, SECRET_BYTES).toString('base64url');
  }

  async isSecretOf(kind: LinkKind, id: string, secret: string): Promise<boolean> {
    const [right, given] = [Buffer.from(await this.secretOf(kind, id)), Buffer.from(secret)];
    return right.length === given.length && timingSafeEqual(right, given);
  }

  private async hmac(text: string): Promise<Buffer> {
    this.loading ??= this.load().catch((error: unknown) => {
      this.loading = undefined;
      throw error;
    });
    return createHmac('sha256', await this.loading)
      .update(text)
      .digest();
  }

  /** The first instance that needs the key makes it. */
  private async load(): Promise<Buffer> {
    const fresh = this.secretBox.seal(randomBytes(KEY_BYTES).toString('base64'), MAIL_KEY_CONTEXT);
    await this.dataSource.query(
      'INSERT INTO mail_key (id, sealed) SELECT 1, $1 WHERE NOT EXISTS (SELECT FROM mail_key) ON CONFLICT DO NOTHING',
      [fresh],
    );
    const [row] = await this.dataSource.query<{ sealed: string }[]>('SELECT sealed FROM mail_key WHERE id = 1');
    return Buffer.from(this.secretBox.open(row!.sealed, MAIL_KEY_CONTEXT), 'base64');
  }
}

interface Resealing {
  readonly secretBox: SecretBox;
  /** After the loss of a key: a new key is made, and all links and blocks are void. */
  readonly giveUpUnreadable: boolean;
}

/** Seals the key again with the first key of SECRETS_KEY. @throws Error when it cannot be opened and is not given up */
export async function resealMailKey(manager: EntityManager, { secretBox, giveUpUnreadable }: Resealing): Promise<void> {
  const [row] = await manager.query<{ sealed: string }[]>('SELECT sealed FROM mail_key WHERE id = 1 FOR UPDATE');
  if (!row) return;
  try {
    const resealed = secretBox.reseal(row.sealed, MAIL_KEY_CONTEXT);
    if (resealed !== undefined) await manager.query('UPDATE mail_key SET sealed = $1 WHERE id = 1', [resealed]);
  } catch (error) {
    if (!giveUpUnreadable) throw error;
    await manager.query('DELETE FROM mail_key');
  }
}
