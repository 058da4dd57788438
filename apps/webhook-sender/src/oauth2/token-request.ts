import { Secret } from '#libs/config';
import { basicCredentials } from '#libs/contracts';
import type { OAuth2Client } from '../receivers/receiver.js';

/** The place of the client's id and secret: RFC 6749 2.3.1 requires servers to accept the header, but some accept only the body. */
export type Placement = 'header' | 'body';

export interface TokenRequest {
  readonly authorization: Secret | undefined;
  /** application/x-www-form-urlencoded */
  readonly form: Secret;
}

/** Builds the request of the client credentials grant (RFC 6749 4.4.2). */
export function toTokenRequest({ clientId, clientSecret, scope }: OAuth2Client, placement: Placement): TokenRequest {
  const form = new URLSearchParams({ grant_type: 'client_credentials' });
  if (scope !== undefined) form.set('scope', scope);
  if (placement === 'body') {
    form.set('client_id', clientId);
    form.set('client_secret', clientSecret.reveal());
  }
  const authorization = basicCredentials(formEncoded(clientId), new Secret(formEncoded(clientSecret.reveal())));
  return { authorization: placement === 'header' ? authorization : undefined, form: new Secret(form.toString()) };
}

/**
 * Form-encodes the id and the secret before they are joined (RFC 6749 2.3.1); otherwise a colon in the id would split them in the wrong
 * place. A blank is sent as `%20`: servers that only undo percent-encoding would keep a `+`.
 */
const formEncoded = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1).replaceAll('+', '%20');
