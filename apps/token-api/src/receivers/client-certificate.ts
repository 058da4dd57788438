import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { faultWords, keyFault } from '#libs/client-keys';
import { KIB } from '#libs/config';
import type { FieldFault } from '#libs/errors';
import { at, invalid, objectOf, orNull, ruleOf, text } from '../validation/field-rules.js';

/** The client certificate for mTLS, as a customer sends it. */
export interface GivenClientCertificate {
  /** PEM, the receiver's own certificate first. */
  readonly certificate: string;
  /** PEM, unencrypted. */
  readonly privateKey: string;
}

/** The public facts of a certificate. */
export interface CertificateFacts {
  readonly subject: string;
  readonly issuer: string;
  readonly serialNumber: string;
  /** ISO 8601. */
  readonly notBefore: string;
  readonly notAfter: string;
  readonly fingerprint256: string;
}

/** Certificate and key in one form, without the text around them. */
export interface ReadClientCertificate {
  readonly chain: string;
  readonly privateKey: string;
  readonly facts: CertificateFacts;
}

const MAX_PEM_CHARS = 16 * KIB;
const MOST_CERTIFICATES = 10;
/** The first private key of a text; `openssl ecparam` writes parameters before it. */
const KEY_BEGIN = /-----BEGIN (?:([A-Z]{1,8}) )?PRIVATE KEY-----/;
const READ_KINDS: ReadonlySet<string> = new Set(['RSA', 'EC']);
/**
 * The beginning of PKCS #8, as hex: rsaEncryption, id-ecPublicKey or id-Ed25519. It is checked before OpenSSL reads the key, because OpenSSL
 * computes the public key of a DSA or DH key at once, which takes 14 s for 28,000 bits.
 */
const KNOWN_ALGORITHM = /^30(?:[0-7].|81..|82....)02010[01]30(?:[0-7].|81..|82....)06(?:092a864886f70d010101|072a8648ce3d0201|032b6570)/;
const UNREADABLE_KEY = 'Not a PEM private key that can be read.';
const [BEGIN, END, ANY_BEGIN] = ['-----BEGIN CERTIFICATE-----', '-----END CERTIFICATE-----', '-----BEGIN '];

const AT_CERTIFICATE = 'certificate';
const AT_KEY = 'privateKey';
const aboutCertificate = (detail: string): readonly FieldFault[] => at(AT_CERTIFICATE, invalid(detail));
const aboutKey = (detail: string): readonly FieldFault[] => at(AT_KEY, invalid(detail));

const pem = text({ min: 1, max: MAX_PEM_CHARS });
const shape = objectOf({ [AT_CERTIFICATE]: { rule: pem }, [AT_KEY]: { rule: pem } });

/** No fault repeats a value, because the key may be in the wrong field. `expiryFaults` checks whether the certificate has expired. */
export const clientCertificateRule = orNull(
  ruleOf({ title: 'GivenClientCertificate', ...shape.schema }, (value) => {
    const faults = shape(value);
    return faults.length > 0 ? faults : pairFaults(value as GivenClientCertificate);
  }),
);

function pairFaults(given: GivenClientCertificate): readonly FieldFault[] {
  const [chain, key] = [parseChain(given.certificate), parseKey(given.privateKey)];
  const faults = [...(typeof chain === 'string' ? aboutCertificate(chain) : []), ...(typeof key === 'string' ? aboutKey(key) : [])];
  if (typeof chain === 'string' || typeof key === 'string') return faults;
  const owner = chain.findIndex((certificate) => certificate.checkPrivateKey(key));
  if (owner === -1) return aboutKey('The key does not belong to the certificate.');
  if (owner > 0) return aboutCertificate(`The key belongs to certificate ${owner + 1} of the chain: put this certificate first.`);
  return isUsable(chain, key) ? [] : aboutCertificate('The certificate and its key cannot be used for TLS.');
}

/** Servers refuse a chain with an expired certificate. */
export function expiryFaults({ certificate }: GivenClientCertificate, nowMs: number): readonly FieldFault[] {
  const chain = parseChain(certificate);
  const expired = typeof chain === 'string' ? -1 : chain.findIndex(({ validToDate }) => validToDate.getTime() <= nowMs);
  if (expired === -1) return [];
  const which = expired === 0 ? 'The certificate' : `Certificate ${expired + 1} of the chain`;
  return aboutCertificate(`${which} expired at ${(chain[expired] as X509Certificate).validToDate.toISOString()}.`);
}

/** @param given a certificate that the rule has accepted */
export function readClientCertificate(given: GivenClientCertificate): ReadClientCertificate {
  const [chain, key] = [parseChain(given.certificate), parseKey(given.privateKey)];
  if (typeof chain === 'string' || typeof key === 'string') throw new Error('the certificate was not checked by its rule');
  return { ...formOf(chain, key), facts: factsOf(chain[0]!) };
}

const formOf = (chain: readonly X509Certificate[], key: KeyObject): { chain: string; privateKey: string } => ({
  chain: chain.map(String).join(''),
  privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
});

const factsOf = ({ subject, issuer, serialNumber, validFromDate, validToDate, fingerprint256 }: X509Certificate): CertificateFacts => ({
  subject: subject.replaceAll('\n', ', '),
  issuer: issuer.replaceAll('\n', ', '),
  serialNumber,
  notBefore: validFromDate.toISOString(),
  notAfter: validToDate.toISOString(),
  fingerprint256,
});

/** PEM allows text around its blocks. @returns the certificates, or what is wrong */
function parseChain(certificates: string): readonly X509Certificate[] | string {
  const [before = '', ...blocks] = certificates.split(BEGIN);
  if ([before, ...blocks].some((part) => part.includes(ANY_BEGIN)))
    return 'This field takes only certificates; the key belongs in `privateKey`.';
  if (blocks.length === 0) return 'Not a PEM certificate, which begins with "-----BEGIN CERTIFICATE-----".';
  if (blocks.length > MOST_CERTIFICATES) return `Ensure there are no more than ${MOST_CERTIFICATES} certificates.`;
  const chain = blocks.map(parseCertificate);
  const unreadable = chain.indexOf(undefined);
  return unreadable === -1 ? (chain as readonly X509Certificate[]) : `Certificate ${unreadable + 1} could not be read.`;
}

function parseCertificate(block: string): X509Certificate | undefined {
  try {
    const [body, ...rest] = block.split(END);
    if (rest.length === 0) return undefined;
    const certificate = new X509Certificate(`${BEGIN}${body}${END}\n`);
    factsOf(certificate); // invalid dates throw here
    return certificate;
  } catch {
    return undefined;
  }
}

/** @returns the key, or what is wrong */
function parseKey(privateKey: string): KeyObject | string {
  if (/-----BEGIN ENCRYPTED|Proc-Type: 4,ENCRYPTED/.test(privateKey)) return 'The key is encrypted: send it without a passphrase.';
  const [begin, kind = ''] = KEY_BEGIN.exec(privateKey) ?? [];
  if (begin === undefined) return UNREADABLE_KEY;
  const end = begin.replace('BEGIN', 'END');
  const [, body = ''] = privateKey.split(begin, 2);
  const [text = ''] = body.split(end, 1);
  const isKnown = kind === '' ? KNOWN_ALGORITHM.test(Buffer.from(text, 'base64').toString('hex')) : READ_KINDS.has(kind);
  if (!isKnown) return 'The key must be RSA, EC or Ed25519.';
  try {
    const key = createPrivateKey(begin + text + end);
    const fault = keyFault(key);
    return fault === undefined ? key : faultWords(fault);
  } catch {
    return UNREADABLE_KEY;
  }
}

/** True when the sender's TLS library accepts certificate and key. */
function isUsable(chain: readonly X509Certificate[], key: KeyObject): boolean {
  try {
    const { chain: cert, privateKey } = formOf(chain, key);
    createSecureContext({ ca: [], cert, key: privateKey });
    return true;
  } catch {
    return false;
  }
}
