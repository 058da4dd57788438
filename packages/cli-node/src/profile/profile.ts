import { randomBytes } from 'node:crypto';
import { Secret } from '#libs/config';
import { usageError } from '../cli-error.js';

/** A login: where the service is, who asks, and the secret that signs webhooks for this machine. */
export interface Profile {
  readonly name: string;
  /** Without a trailing slash. */
  readonly address: string;
  readonly account: number;
  readonly token: Secret;
  readonly signingSecret: Secret;
}

export const DEFAULT_PROFILE = 'default';
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,49}$/;
/** Also keeps characters away that cannot stand in a header. */
const TOKEN = /^[A-Za-z0-9._~+/=-]{8,500}$/;
const SIGNING_SECRET = /^whsec_[A-Za-z0-9+/]{8,200}=*$/;
const SECRET_BYTES = 32;

/** @throws CliError */
export function checkedName(name: string): string {
  if (NAME.test(name)) return name;
  throw usageError('The name of a profile has 1 to 50 letters, digits, dots, dashes and underscores, and begins with a letter or digit.');
}

/** @throws CliError, without the token */
export function checkedToken(text: string): Secret {
  const token = text.trim();
  if (TOKEN.test(token)) return new Secret(token);
  throw usageError('This is not a token: a token begins with pew_ and has 53 characters.');
}

/** @throws CliError, without the secret */
export function checkedSigningSecret(text: string): Secret {
  const secret = text.trim();
  if (SIGNING_SECRET.test(secret)) return new Secret(secret);
  throw usageError('A signing secret is whsec_ and base64.');
}

export const newSigningSecret = (): Secret => new Secret(`whsec_${randomBytes(SECRET_BYTES).toString('base64')}`);

/** The profile as its file holds it. */
export const profileText = ({ address, account, token, signingSecret }: Profile): string =>
  `${JSON.stringify({ address, account, token: token.reveal(), signingSecret: signingSecret.reveal() }, null, 2)}\n`;

/** @throws CliError when the text is not a profile */
export function parseProfile(name: string, text: string): Profile {
  const { address, account, token, signingSecret } = parsedObject(text);
  if (typeof address !== 'string' || typeof account !== 'number' || typeof token !== 'string' || typeof signingSecret !== 'string') {
    throw usageError(`The file of profile ${name} is damaged. Log in again.`);
  }
  return { name, address, account, token: checkedToken(token), signingSecret: checkedSigningSecret(signingSecret) };
}

function parsedObject(text: string): Partial<Record<keyof Profile, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
