import { Injectable } from '@nestjs/common';
import { SecretBox, type StoredAuth, type StoredSigningSecret } from '#libs/persistence';
import type { ReceiverAuth } from './auth-rule.js';

/** Seals what is secret about a receiver, and only that; for its own row alone. */
@Injectable()
export class ReceiverCredentials {
  constructor(private readonly secretBox: SecretBox) {}

  /** Field by field: whatever else a body carried is not stored. */
  sealAuth(auth: ReceiverAuth, receiverId: string): StoredAuth {
    if (auth.type === 'none') return { type: 'none' };
    if (auth.type === 'basic') {
      return { type: 'basic', username: auth.username, sealed: this.secretBox.seal(auth.password, receiverId) };
    }
    if (auth.type === 'headers') {
      const { headers } = auth;
      return { type: 'headers', headerNames: Object.keys(headers), sealed: this.secretBox.seal(JSON.stringify(headers), receiverId) };
    }
    const { tokenUrl, clientId, clientSecret, scope } = auth;
    const sealed = this.secretBox.seal(clientSecret, receiverId);
    return { type: 'oauth2', tokenUrl, clientId, ...(scope !== undefined && { scope }), sealed };
  }

  sealSigning(secret: string, receiverId: string): StoredSigningSecret {
    return { sealed: this.secretBox.seal(secret, receiverId), validUntil: null };
  }
}
