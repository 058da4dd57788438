import { Secret } from '#libs/config';
import { basicCredentials } from '../http/webhook-request.js';
import type { OAuth2Client } from '../receivers/receiver.js';

/** Where the client's id and secret go: RFC 6749 2.3.1 wants servers to take the header, some take the body alone. */
export type Placement = 'header' | 'body';

export interface TokenRequest {
  readonly authorization: Secret | undefined;
  /** application/x-www-form-urlencoded */
  readonly form: Secret;
}

/** The request of the client credentials grant (RFC 6749 4.4.2). */
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
 * Id and secret are form-encoded before they are joined (RFC 6749 2.3.1), or a colon in the id would split them elsewhere. A blank goes as `%20`:
 * those who undo percent-encoding alone would take a `+` for itself.
 */
const formEncoded = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1).replaceAll('+', '%20');
