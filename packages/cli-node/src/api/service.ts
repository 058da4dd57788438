import { type ApiClient, apiClient, dataOf, type Fetch, retrying } from '#libs/api-client';
import manifest from '../../package.json' with { type: 'json' };
import type { Profile } from '../profile/profile.js';
import { ownHostFetch, Unreachable } from './own-host-fetch.js';
import { versionNote } from './version-note.js';

/** The version of this command. */
export const OWN_VERSION = manifest.version;

const TRIES = 3;

/** Returns a client that repeats what is safe to repeat, a few times. */
export const serviceOf = (profile: Pick<Profile, 'address' | 'account' | 'token'>, fetch: Fetch = usualFetch()): ApiClient =>
  apiClient({ baseUrl: profile.address, credentials: { user: profile.account, token: profile.token.reveal() }, fetch });

const usualFetch = (): Fetch => retrying({ fetch: ownHostFetch(), tries: TRIES, mayPass: (error) => error instanceof Unreachable });

/** Asks without a token. @returns a remark when the service is older or newer than this command; undefined = nothing to say */
export async function askVersion(address: string): Promise<string | undefined> {
  const client = apiClient({ baseUrl: address, fetch: ownHostFetch() });
  const document: unknown = await dataOf(client.GET('/openapi.json'));
  const { version } = (document as { info?: { version?: unknown } } | undefined)?.info ?? {};
  return versionNote(String(version), OWN_VERSION);
}
