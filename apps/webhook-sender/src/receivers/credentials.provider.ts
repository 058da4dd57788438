import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK, Secret } from '#libs/config';
import { errorFields, Logger } from '#libs/observability';
import { SecretBox, secretsInForce, type StoredAuth, type StoredClientCertificate, type StoredSigningSecret } from '#libs/persistence';
import type { ClientCertificate, ReceiverAuth, ReceiverEndpoint } from './receiver.js';

/** The secrets of a receiver as stored in its row. */
export interface StoredCredentials {
  readonly receiverId: string;
  readonly auth: StoredAuth;
  readonly signingEnabled: boolean;
  readonly signingSecrets: readonly StoredSigningSecret[];
  readonly clientCertificate: StoredClientCertificate | null;
}

type Opened = Pick<ReceiverEndpoint, 'auth' | 'signingSecrets' | 'clientCertificate'>;

@Injectable()
export class Credentials {
  constructor(
    private readonly secretBox: SecretBox,
    private readonly logger: Logger,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Never throws: a row that cannot be opened must not stop the batch in which other receivers are read. */
  open(stored: StoredCredentials): Opened {
    try {
      const certificate = this.openCertificate(stored);
      return { auth: this.openAuth(stored, certificate), signingSecrets: this.openSigning(stored), ...certificate };
    } catch (error) {
      this.logger.error('receiver.credentialsUnreadable', { receiverId: stored.receiverId, ...errorFields(error) });
      return { auth: { type: 'unreadable' }, signingSecrets: [] };
    }
  }

  private openSigning({ receiverId, signingEnabled, signingSecrets }: StoredCredentials): Secret[] {
    if (!signingEnabled) return [];
    return secretsInForce(signingSecrets, this.clock.nowMs()).flatMap((kept) => this.openSigningSecret(kept, receiverId));
  }

  /**
   * Opens one signing secret. A replaced secret that cannot be decrypted is left out: the receiver still accepts the current secret.
   * @throws Error when it is the current secret
   */
  private openSigningSecret({ sealed, validUntil }: StoredSigningSecret, receiverId: string): Secret[] {
    try {
      return [new Secret(this.secretBox.open(sealed, receiverId))];
    } catch (error) {
      if (validUntil === null) throw error;
      this.logger.error('receiver.replacedSecretUnreadable', { receiverId, validUntil, ...errorFields(error) });
      return [];
    }
  }

  private openCertificate({ receiverId, clientCertificate }: StoredCredentials): { clientCertificate?: ClientCertificate } {
    if (!clientCertificate) return {};
    const { chain, sealed, notAfter, keyCheck } = clientCertificate;
    const expiredAt = Date.parse(notAfter) <= this.clock.nowMs() ? notAfter : undefined;
    const key = new Secret(this.secretBox.open(sealed, receiverId));
    return { clientCertificate: { version: versionOf({ chain, sealed }), chain, key, sealedKey: sealed, keyCheck, expiredAt } };
  }

  private openAuth({ receiverId, auth }: StoredCredentials, certificate: Pick<ReceiverEndpoint, 'clientCertificate'>): ReceiverAuth {
    if (auth.type === 'none') return auth;
    const secret = this.secretBox.open(auth.sealed, receiverId);
    if (auth.type === 'basic') return { type: 'basic', username: auth.username, password: new Secret(secret) };
    if (auth.type === 'headers') return { type: 'headers', headers: toHeaders(secret) };
    const { tokenUrl, clientId, scope } = auth;
    const version = versionOf({ auth, certificate: certificate.clientCertificate?.version });
    return { type: 'oauth2', version, tokenUrl, clientId, clientSecret: new Secret(secret), scope, ...certificate };
  }
}

/** @throws Error that does not contain the text, unlike the error of JSON.parse */
function toHeaders(text: string): Record<string, Secret> {
  try {
    const headers = JSON.parse(text) as Record<string, string>;
    return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, new Secret(value)]));
  } catch {
    throw new Error('the sealed headers are not a JSON object');
  }
}

/** The version is derived from the sealed form, so a new secret under the same id also gives a new version. */
const versionOf = (stored: object): string => createHash('sha256').update(JSON.stringify(stored)).digest('base64url');
