import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '#libs/config';
import type { WebhookSenderConfig } from '../webhook-sender.config.js';

/** Which certificates are believed. Parsed once: the ~150 usual authorities cost milliseconds per socket otherwise. */
@Injectable()
export class CaStore {
  readonly secureContext: SecureContext;

  constructor(@Inject(CONFIG) { extraCa }: Pick<WebhookSenderConfig, 'extraCa'>) {
    this.secureContext = createSecureContext({
      ca: [...rootCertificates, extraCa].filter((pem) => pem !== ''),
      minVersion: 'TLSv1.2',
    });
  }
}
