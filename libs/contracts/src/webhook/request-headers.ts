import { Secret } from '#libs/config';

/** The `User-Agent` for proxies, receivers and token endpoints. */
export const USER_AGENT = 'parcel-event-webhooks/1';

/** Basic credentials in UTF-8, sent without a challenge (RFC 7617; domain D.10). */
export function basicCredentials(username: string, password: Secret): Secret {
  return new Secret(`Basic ${Buffer.from(`${username}:${password.reveal()}`, 'utf8').toString('base64')}`);
}
