import { createSecureContext, getCACertificates, rootCertificates, type SecureContext } from 'node:tls';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Secret } from '#libs/config';
import type { EgressConfig } from '../egress.config.js';

/** A client certificate, opened. */
export interface ShownCertificate {
  /** Changes whenever the certificate or its key changes. */
  readonly version: string;
  /** PEM, the client's own certificate first. */
  readonly chain: string;
  /** PEM. */
  readonly key: Secret;
}

/** Contexts with a client certificate that are kept; each may hold 900 KB of authorities. */
const MOST_CONTEXTS = 200;

/** Which certificates are believed, and which one is shown. Parsed once: the ~150 usual authorities cost milliseconds per socket otherwise. */
@Injectable()
export class CaStore {
  readonly secureContext: SecureContext;
  private readonly trust: { readonly ca?: string[]; readonly minVersion: 'TLSv1.2' };
  /** By version of the certificate; the one used last stands last. */
  private readonly withCertificate = new Map<string, SecureContext>();

  constructor(@Inject(CONFIG) { extraCa }: Pick<EgressConfig, 'extraCa'>) {
    const ca = [...rootCertificates, extraCa].filter((pem) => pem !== '');
    this.secureContext = createSecureContext({ ca, minVersion: 'TLSv1.2' });
    // Without `ca`, all contexts share Node's own authorities: 30 KB each instead of 900.
    this.trust = { ...(!(extraCa === '' && isNodesDefault()) && { ca }), minVersion: 'TLSv1.2' };
  }

  /** @throws Error of OpenSSL when the certificate or its key cannot be used */
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

/** Options of Node can add authorities to its own, or replace them. */
const isNodesDefault = (): boolean => getCACertificates('default').length === rootCertificates.length;
