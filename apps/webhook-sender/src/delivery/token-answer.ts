import { MINUTE, SECOND, Secret } from '#libs/config';

export type TokenAnswer =
  | { readonly ok: true; readonly token: Secret; readonly lifetimeMs: number }
  /** `isAboutClient`: it did not recognise us; it may do so when id and secret are placed elsewhere. */
  | { readonly ok: false; readonly detail: string; readonly isAboutClient: boolean };

/** What a token endpoint that names no `expires_in` is trusted for; a token that ends earlier is noticed by a 401. */
const ASSUMED_LIFETIME_MS = 5 * MINUTE;
const MAX_TOKEN_CHARS = 16_384;
/** The codes of RFC 6749 5.2. Any other word of the answer is left out of logs: it might repeat what we sent. */
const ERROR_CODES = new Set([
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
]);
const CLIENT_ERRORS = new Set<unknown>([undefined, 'invalid_client', 'invalid_request']);

/** What a token endpoint has answered (RFC 6749 5.1, 5.2). */
export function parseTokenAnswer(status: number, body: string): TokenAnswer {
  const answer = parseObject(body);
  if (status !== 200) return failed(status, answer);
  const { access_token: token, token_type: type = 'Bearer' } = answer;
  if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token) || token.length > MAX_TOKEN_CHARS) {
    return unusable('answered 200 without a usable access_token');
  }
  if (typeof type !== 'string' || type.toLowerCase() !== 'bearer') return unusable('answered a token that is no bearer token');
  return { ok: true, token: new Secret(token), lifetimeMs: lifetimeOf(answer['expires_in']) };
}

function failed(status: number, { error }: Readonly<Record<string, unknown>>): TokenAnswer {
  const code = typeof error === 'string' && ERROR_CODES.has(error) ? error : undefined;
  const redirect = status >= 300 && status < 400 ? ', and redirects are not followed' : '';
  const isAboutClient = status === 401 || (status === 400 && CLIENT_ERRORS.has(code));
  return { ok: false, detail: `answered ${status}${code === undefined ? '' : ` ${code}`}${redirect}`, isAboutClient };
}

const unusable = (detail: string): TokenAnswer => ({ ok: false, detail, isAboutClient: false });

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
