import { MINUTE, SECOND, Secret } from '#libs/config';
import { type AttemptReason, isRedirect } from '#libs/contracts';
import { maskSecrets } from '../http/mask-secrets.js';
import { oneLine } from '../http/one-line.js';

export type TokenAnswer =
  | { readonly ok: true; readonly token: Secret; readonly lifetimeMs: number }
  /** `isAboutClient`: the endpoint did not accept the credentials; it may accept them in another place of the request. */
  | (NoToken & { readonly isAboutClient: boolean });

export interface NoToken {
  readonly ok: false;
  /** undefined = the endpoint refused. */
  readonly reason?: AttemptReason;
  readonly detail: string;
}

/** The assumed lifetime when a token endpoint names no `expires_in`. A 401 reveals a token that ends earlier. */
const ASSUMED_LIFETIME_MS = 5 * MINUTE;
const MAX_TOKEN_CHARS = 16_384;
const MOST_DESCRIPTION_CHARS = 200;
/** RFC 6749 5.2 allows no other characters in an `error_description`. */
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
/** Some endpoints refuse with status 200. Any other status says nothing about the credentials. */
const REFUSALS = new Set([200, 400, 401, 403]);
const FAILED = { reason: 'token_endpoint_failed' } as const;
/** `unauthorized_client` is meant for a known client; older Keycloaks send it for an unknown client. */
const CLIENT_ERRORS = new Set<unknown>([undefined, 'invalid_client', 'invalid_request', 'unauthorized_client']);

/** The limit is the receiver's time-out, which the token request shares with the POST. */
export const tooLate = (timeoutMs: number): NoToken & { readonly isLate: true } => ({
  ok: false,
  reason: 'token_endpoint_late',
  detail: `did not answer completely within the time-out of ${timeoutMs} ms`,
  isLate: true,
});

/**
 * Parses the answer of a token endpoint (RFC 6749 5.1, 5.2).
 * @param secrets what was sent and may be repeated in an error description
 */
export function parseTokenAnswer(status: number, body: string, secrets: readonly Secret[]): TokenAnswer {
  const answer = parseObject(body);
  if (status !== 200) return failed(status, answer, secrets);
  const { access_token: token, token_type: type = 'Bearer' } = answer;
  if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token) || token.length > MAX_TOKEN_CHARS) {
    if (typeof answer['error'] === 'string') return failed(status, answer, secrets);
    return unusable('answered 200 without a usable access_token');
  }
  if (typeof type !== 'string' || type.toLowerCase() !== 'bearer') return unusable('answered with a token that is not a bearer token');
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

/** Masks before cutting: half a secret would not be found. */
function describe(description: unknown, secrets: readonly Secret[]): string {
  if (typeof description !== 'string' || description.trim() === '') return '';
  return `: ${oneLine(maskSecrets(description, secrets).replace(NO_DESCRIPTION_CHARS, ' ').trim(), MOST_DESCRIPTION_CHARS)}`;
}

const unusable = (detail: string): TokenAnswer => ({ ok: false, ...FAILED, detail, isAboutClient: false });

/** Some servers send the seconds as text. */
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
