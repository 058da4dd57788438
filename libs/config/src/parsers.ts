import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { Secret } from './secret.js';

// Each parser takes the text of a variable. The message of the Error that it throws continues "NAME …".

export const asText = (text: string): string => text;

export const asSecret = (text: string): Secret => new Secret(text);

export const asBoolean = (text: string): boolean => asOneOf('true', 'false')(text) === 'true';

export const asOneOf =
  <T extends string>(...words: readonly T[]) =>
  (text: string): T => {
    if (!(words as readonly string[]).includes(text)) throw new Error(`must be one of ${words.join(', ')}, not "${text}"`);
    return text as T;
  };

export const asInteger =
  (min: number, max: number) =>
  (text: string): number => {
    const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max)) throw new Error(`must be a whole number from ${min} to ${max}, not "${text}"`);
    return value;
  };

export const asPort = asInteger(0, 65_535);

export const asMatching =
  (pattern: RegExp, example: string) =>
  (text: string): string => {
    if (!pattern.test(text)) throw new Error(`must look like ${example}, not "${text}"`);
    return text;
  };

const URI_REFERENCE = /^(?:[A-Za-z0-9\-._~:/?[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*(?:#(?:[A-Za-z0-9\-._~:/?@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*)?$/;
/** The text before the first colon is a scheme, unless a slash, `?` or `#` comes first (RFC 3986, 4.2). */
const SCHEME_LIKE = /^([^/?#:]*):/;
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*$/;

/** A URI or a relative reference to one (RFC 3986), not empty. */
export function asUriReference(text: string): string {
  const [, scheme] = SCHEME_LIKE.exec(text) ?? [];
  const isReference = text !== '' && URI_REFERENCE.test(text) && (scheme === undefined || SCHEME.test(scheme));
  if (!isReference) throw new Error(`must be a URI such as https://example.org/tracking or urn:acme:tracking, not "${text}"`);
  return text;
}

/** A comma-separated list. Blanks around an entry are dropped. */
export const asList = (text: string): readonly string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

export const isPort = (port: number): boolean => Number.isInteger(port) && port >= 1 && port <= 65_535;

/** `host:port,host:port` */
export function asBrokers(text: string): readonly string[] {
  const brokers = asList(text);
  const isOne = (broker: string): boolean =>
    /^[^\s:/[]+:\d{1,5}$|^\[[0-9a-fA-F:]+\]:\d{1,5}$/.test(broker) && isPort(Number(broker.slice(broker.lastIndexOf(':') + 1)));
  if (brokers.length === 0 || !brokers.every(isOne)) throw new Error(`must be host:port,host:port, not "${text}"`);
  return brokers;
}

/** A postgres:// URL. It carries a password, so faults do not repeat it. */
export function asDatabaseUrl(text: string): Secret {
  if (!URL.canParse(text) || !['postgres:', 'postgresql:'].includes(new URL(text).protocol)) {
    throw new Error('must be a URL such as postgres://user:password@host:5432/database');
  }
  return new Secret(text);
}

export interface SecretsKey {
  readonly id: string;
  /** 32 bytes, base64. */
  readonly key: Secret;
}

/** `[id:]base64,…`: the first key seals, all keys open. */
export function asSecretsKeys(text: string): readonly SecretsKey[] {
  const keys = asList(text).map(toSecretsKey);
  if (keys.length === 0) throw new Error('must be the base64 text of 32 random bytes');
  const twice = keys.find(({ id }, index) => keys.findIndex((other) => other.id === id) < index);
  // Secrets that the second key sealed would be opened with the first, which fails: they would be lost.
  if (twice) throw new Error(`names two keys "${twice.id}": give the new one another id, or none, and leave the old one as it was`);
  return keys;
}

function toSecretsKey(entry: string): SecretsKey {
  const colon = entry.indexOf(':');
  const [id, base64] = colon < 0 ? [undefined, entry] : [entry.slice(0, colon), entry.slice(colon + 1)];
  const bytes = Buffer.from(base64, 'base64');
  const isWellNamed = id === undefined || /^[A-Za-z0-9._-]{1,32}$/.test(id);
  if (!isWellNamed || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64) || bytes.length !== 32) {
    throw new Error('must be the base64 text of 32 random bytes (openssl rand -base64 32), each key optionally as id:base64');
  }
  return { id: id ?? createHash('sha256').update(bytes).digest('hex').slice(0, 8), key: new Secret(base64) };
}

const BEGIN_CERTIFICATE = '-----BEGIN CERTIFICATE-----';

/** Returns the text of a PEM file with authorities, or '' when none is named. Weak ones are accepted, because old bundles contain some. */
export function asCertificatesFile(path: string): string {
  const pem = readPem(path, 'CERTIFICATE-----', 'certificates');
  const [, ...certificates] = pem.split(BEGIN_CERTIFICATE).map((rest) => BEGIN_CERTIFICATE + rest);
  if (certificates.length > 0 && certificates.every(isTooWeak)) throw tooWeak(path);
  return pem;
}

/** Returns the text of a PEM file with the client certificate and its chain, or '' when none is named. */
export function asOwnCertificateFile(path: string): string {
  const pem = readPem(path, 'CERTIFICATE-----', 'certificates');
  if (isTooWeak(pem)) throw tooWeak(path);
  return pem;
}

/** Asks OpenSSL now. Otherwise each connection would fail later, with an error that does not name the file. */
function isTooWeak(pem: string): boolean {
  try {
    createSecureContext({ cert: pem });
    return false;
  } catch (error) {
    return /_TOO_(?:SMALL|WEAK)$/.test(String((error as { code?: string }).code));
  }
}

const tooWeak = (path: string): Error => new Error(`needs an RSA key of 2048 bits or more, or an elliptic curve; ${path} has a weaker key`);

/** Returns the text of a PEM file with a private key, or an empty secret when none is named. */
export const asPrivateKeyFile = (path: string): Secret => new Secret(readPem(path, 'PRIVATE KEY-----', 'a private key'));

function readPem(path: string, label: string, what: string): string {
  if (path === '') return '';
  const pem = readText(path);
  if (pem.includes('-----BEGIN ') && pem.includes(label)) return pem;
  throw new Error(`must be a PEM file with ${what}; ${path} holds none`);
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`cannot be read: ${(error as Error).message}`, { cause: error });
  }
}
