import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';

/** A certificate authority for one run. No other program trusts it. */
export interface Authority {
  readonly certificatePem: string;
  /** Issues a server certificate for the names, signed by this authority. */
  issue(options?: IssueOptions): Promise<ServerIdentity>;
}

export interface IssueOptions {
  /** DNS names and IP addresses; default localhost, 127.0.0.1 and ::1. */
  readonly names?: readonly string[];
  /** Default: a year from now. */
  readonly notAfter?: Date;
  /** The algorithm of a new key, default P-256, or an existing key pair. */
  readonly key?: webcrypto.RsaHashedKeyGenParams | webcrypto.EcKeyGenParams | webcrypto.CryptoKeyPair;
  /** Default: a server certificate. */
  readonly purpose?: 'client';
  /** The hash of the signature; default SHA-256. */
  readonly hash?: 'SHA-1';
}

/** PEM texts for `https.createServer`. */
export interface ServerIdentity {
  readonly key: string;
  readonly cert: string;
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const DAY_MS = 24 * 60 * 60 * 1000;
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '::1'];

export async function createAuthority(commonName = 'Local stack CA'): Promise<Authority> {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned(
    {
      name: `CN=${commonName}`,
      keys,
      signingAlgorithm: ALGORITHM,
      ...validity(),
      extensions: [
        new BasicConstraintsExtension(true, 0, true),
        new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      ],
    },
    webcrypto,
  );
  return {
    certificatePem: toPem(certificate),
    issue: (options) => issue({ certificate, keys }, options),
  };
}

interface Issuer {
  readonly certificate: X509Certificate;
  readonly keys: webcrypto.CryptoKeyPair;
}

async function issue(
  issuer: Issuer,
  { names = LOOPBACK_NAMES, notAfter, key = ALGORITHM, purpose, hash }: IssueOptions = {},
): Promise<ServerIdentity> {
  const keys = 'privateKey' in key ? key : await webcrypto.subtle.generateKey(key, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.create(
    {
      subject: `CN=${names[0] ?? 'localhost'}`,
      issuer: issuer.certificate.subject,
      publicKey: keys.publicKey,
      signingKey: issuer.keys.privateKey,
      signingAlgorithm: hash === undefined ? ALGORITHM : { ...ALGORITHM, hash },
      ...validity(notAfter),
      extensions: [
        new BasicConstraintsExtension(false),
        new ExtendedKeyUsageExtension([purpose === 'client' ? ExtendedKeyUsage.clientAuth : ExtendedKeyUsage.serverAuth]),
        alternativeNames(names),
      ],
    },
    webcrypto,
  );
  return { key: await privateKeyPem(keys.privateKey), cert: toPem(certificate) };
}

function validity(notAfter = new Date(Date.now() + 365 * DAY_MS)): { notBefore: Date; notAfter: Date } {
  return { notBefore: new Date(Math.min(Date.now(), notAfter.getTime()) - 2 * DAY_MS), notAfter };
}

function alternativeNames(names: readonly string[]): SubjectAlternativeNameExtension {
  return new SubjectAlternativeNameExtension(names.map((value) => ({ type: isAddress(value) ? 'ip' : 'dns', value })));
}

function isAddress(name: string): boolean {
  return name.includes(':') || /^[\d.]+$/.test(name);
}

async function privateKeyPem(key: webcrypto.CryptoKey): Promise<string> {
  const bytes = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key));
  return `-----BEGIN PRIVATE KEY-----\n${
    bytes
      .toString('base64')
      .match(/.{1,64}/g)
      ?.join('\n') ?? ''
  }\n-----END PRIVATE KEY-----\n`;
}

function toPem(certificate: X509Certificate): string {
  return `${certificate.toString('pem')}\n`;
}
