import type { OpenSessionDto } from './sessions.dto.js';

/** The credentials that open a session: the code of a link, or a token. */
export type Login =
  | { readonly kind: 'link'; readonly code: string }
  | { readonly kind: 'token'; readonly user: string | undefined; readonly token: string | undefined };

interface CredentialHeaders {
  readonly user: string | undefined;
  readonly token: string | undefined;
}

/** Takes the headers if the body names no credentials. */
export function toLogin({ code, user, token }: OpenSessionDto, headers: CredentialHeaders): Login {
  if (code !== undefined) return { kind: 'link', code };
  return user === undefined ? { kind: 'token', ...headers } : { kind: 'token', user: String(user), token };
}
