import { createSecureContext, getCACertificates, rootCertificates, type SecureContext } from 'node:tls';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Secret } from '#libs/config';
import type { EgressConfig } from '../egress.config.js';

/** A client certificate with its unsealed key. */
export interface ShownCertificate {
  /** Changes with the certificate or its key. */
  readonly version: string;
  /** PEM, the client's own certificate first. */
  readonly chain: string;
  /** PEM. */
  readonly key: Secret;
}

/** The most contexts with a client certificate in memory. Each may hold 900 KB of authorities. */
const MOST_CONTEXTS = 200;

/** Keeps the trusted authorities and the client certificates, parsed once: parsing ~150 authorities per socket would take milliseconds. */
@Injectable()
export class CaStore {
  readonly secureContext: SecureContext;
  private readonly trust: { readonly ca?: string[]; readonly minVersion: 'TLSv1.2' };
  /** By version of the certificate. The most recently used context comes last. */
  private readonly withCertificate = new Map<string, SecureContext>();

  constructor(@Inject(CONFIG) { extraCa }: Pick<EgressConfig, 'extraCa'>) {
    const ca = [...rootCertificates, extraCa].filter((pem) => pem !== '');
    this.secureContext = createSecureContext({ ca, minVersion: 'TLSv1.2' });
    // Without `ca`, all contexts share Node's own authorities: 30 KB per context instead of 900.
    this.trust = { ...(!(extraCa === '' && isNodesDefault()) && { ca }), minVersion: 'TLSv1.2' };
  }

  /** @throws OpenSSL's error when the certificate or its key is unusable */
  contextFor(certificate: ShownCertificate | undefined): SecureContext {
    if (!certificate) return this.secureContext;
    const { version, chain, key } = certificate;
    const context = this.withCertificate.get(version) ?? createSecureContext({ ...this.trust, cert: chain, key: key.reveal() });
    this.withCertificate.delete(version);
    this.withCertificate.set(version, context);
    const [oldest] = this.withCertificate.keys();
    if (this.withCertificate.size > MOST_CONTEXTS) this.withCertificate.delete(oldest!);
    return context;
  }
}

/** Node's options can extend or replace its authorities. */
const isNodesDefault = (): boolean => getCACertificates('default').length === rootCertificates.length;
