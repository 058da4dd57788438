import { MINUTE, SECOND, Secret } from '#libs/config';
import type { AttemptReason } from '#libs/contracts';
import { maskSecrets } from '../http/mask-secrets.js';
import { oneLine } from '../http/one-line.js';
import { isRedirect } from '../http/redirect-words.js';

export type TokenAnswer =
  | { readonly ok: true; readonly token: Secret; readonly lifetimeMs: number }
  /** `isAboutClient`: it did not recognise us; it may do so when id and secret are placed elsewhere. */
  | (NoToken & { readonly isAboutClient: boolean });

export interface NoToken {
  readonly ok: false;
  /** undefined = it refused. */
  readonly reason?: AttemptReason;
  readonly detail: string;
}

/** What a token endpoint that names no `expires_in` is trusted for; a token that ends earlier is noticed by a 401. */
const ASSUMED_LIFETIME_MS = 5 * MINUTE;
const MAX_TOKEN_CHARS = 16_384;
const MOST_DESCRIPTION_CHARS = 200;
/** RFC 6749 5.2 lets an `error_description` have no others. */
const NO_DESCRIPTION_CHARS = /[^\x20\x21\x23-\x5b\x5d-\x7e]+/g;
/** The codes of RFC 6749 5.2. */
const ERROR_CODES = new Set([
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
]);
/** Some refuse with status 200. With another status it says nothing of the credentials. */
const REFUSALS = new Set([200, 400, 401, 403]);
const FAILED = { reason: 'token_endpoint_failed' } as const;
/** `unauthorized_client` is meant for one that is known; older Keycloaks answer it to one that is not. */
const CLIENT_ERRORS = new Set<unknown>([undefined, 'invalid_client', 'invalid_request', 'unauthorized_client']);

/** Its time is the receiver's time-out, shared with the POST. */
export const tooLate = (timeoutMs: number): NoToken & { readonly isLate: true } => ({
  ok: false,
  reason: 'token_endpoint_late',
  detail: `did not answer completely within the time-out of ${timeoutMs} ms`,
  isLate: true,
});

/** What a token endpoint has answered (RFC 6749 5.1, 5.2). @param secrets what it was sent, and may repeat where it says what is wrong */
export function parseTokenAnswer(status: number, body: string, secrets: readonly Secret[]): TokenAnswer {
  const answer = parseObject(body);
  if (status !== 200) return failed(status, answer, secrets);
  const { access_token: token, token_type: type = 'Bearer' } = answer;
  if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token) || token.length > MAX_TOKEN_CHARS) {
    if (typeof answer['error'] === 'string') return failed(status, answer, secrets);
    return unusable('answered 200 without a usable access_token');
  }
  if (typeof type !== 'string' || type.toLowerCase() !== 'bearer') return unusable('answered a token that is no bearer token');
  return { ok: true, token: new Secret(token), lifetimeMs: lifetimeOf(answer['expires_in']) };
}

function failed(status: number, { error, error_description }: Readonly<Record<string, unknown>>, secrets: readonly Secret[]): TokenAnswer {
  const code = typeof error === 'string' && ERROR_CODES.has(error) ? error : undefined;
  const told = [status, code ?? (status === 200 && 'with an error')].filter(Boolean).join(' ');
  const description = describe(error_description, secrets);
  const redirect = isRedirect(status) ? ', and redirects are not followed' : '';
  const isAboutClient = status === 401 || ((status === 400 || status === 200) && CLIENT_ERRORS.has(code));
  return { ok: false, ...(!REFUSALS.has(status) && FAILED), detail: `answered ${told}${redirect}${description}`, isAboutClient };
}

/** Masked before it is cut: half a secret would not be found. */
function describe(description: unknown, secrets: readonly Secret[]): string {
  if (typeof description !== 'string' || description.trim() === '') return '';
  return `: ${oneLine(maskSecrets(description, secrets).replace(NO_DESCRIPTION_CHARS, ' ').trim(), MOST_DESCRIPTION_CHARS)}`;
}

const unusable = (detail: string): TokenAnswer => ({ ok: false, ...FAILED, detail, isAboutClient: false });

/** Some servers send the seconds as a text. */
function lifetimeOf(expiresIn: unknown): number {
  const seconds = typeof expiresIn === 'string' && expiresIn !== '' ? Number(expiresIn) : expiresIn;
  return typeof seconds === 'number' && Number.isFinite(seconds) && seconds >= 0 ? seconds * SECOND : ASSUMED_LIFETIME_MS;
}

function parseObject(body: string): Readonly<Record<string, unknown>> {
  try {
    const answer: unknown = JSON.parse(body);
    return typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
