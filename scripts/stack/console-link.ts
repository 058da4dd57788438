import { apiClient } from '#libs/api-client';
import { type Connection } from './connection-file.js';

export interface ConsoleLink {
  readonly url: string;
  /** True: the link contains a code that signs in. */
  readonly isSignedIn: boolean;
}

export const LINK_MINUTES = 15;
const ANSWER_WITHIN_MS = 10_000;

/** Returns the console's address with a code that signs in once, or without a code when the API gives none: the stack runs anyway. */
export async function linkToConsole({ apiUrl, account, token }: Connection): Promise<ConsoleLink> {
  const client = apiClient({ baseUrl: apiUrl, credentials: { user: account, token } });
  const body = { scope: 'write', expiresInSeconds: LINK_MINUTES * 60 } as const;
  const answer = await client.POST('/sessions/links', { body, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).catch(() => undefined);
  const path = answer?.data?.path;
  return { url: `${apiUrl}${path ?? '/console/'}`, isSignedIn: path !== undefined };
}
