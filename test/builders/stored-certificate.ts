import { X509Certificate } from 'node:crypto';
import { asSecretsKeys } from '#libs/config';
import { SecretBox } from '#libs/persistence';
import type { TestBed } from '../support/test-bed.js';

export interface CertificatePair {
  readonly certificate: string;
  readonly privateKey: string;
}

/** Writes a client certificate into the receiver's row, as the API stores it. Use it for certificates that the API refuses. */
export async function storeCertificate(
  { database, env }: Pick<TestBed, 'database' | 'env'>,
  receiverId: string,
  { certificate, privateKey }: CertificatePair,
  more: object = {},
): Promise<void> {
  const box = new SecretBox(asSecretsKeys(env['SECRETS_KEY']!));
  const { subject, issuer, serialNumber, validFromDate, validToDate, fingerprint256 } = new X509Certificate(certificate);
  const facts = { subject, issuer, serialNumber, fingerprint256, notBefore: validFromDate, notAfter: validToDate };
  const stored = { ...facts, chain: certificate, sealed: box.seal(privateKey, receiverId), ...more };
  await database.query('UPDATE receiver SET client_certificate = $2 WHERE receiver_id = $1', [receiverId, JSON.stringify(stored)]);
}
