import { type Connection } from './connection-file.js';

export interface ConsoleLink {
  readonly url: string;
  /** Whether the link contains a code that signs in. */
  readonly isSignedIn: boolean;
}

export const LINK_MINUTES = 15;
const ANSWER_WITHIN_MS = 10_000;

/** The console's address, with a code that signs in once. Without a code where the API gives none: the stack runs all the same. */
export async function linkToConsole({ apiUrl, account, token }: Connection): Promise<ConsoleLink> {
  const path = await pathWithCode(apiUrl, { user: String(account), token });
  return { url: `${apiUrl}${path ?? '/console/'}`, isSignedIn: path !== undefined };
}

async function pathWithCode(apiUrl: string, credentials: Readonly<Record<string, string>>): Promise<string | undefined> {
  try {
    const answer = await fetch(`${apiUrl}/sessions/links`, {
      method: 'POST',
      headers: { ...credentials, 'content-type': 'application/json' },
      body: JSON.stringify({ scope: 'write', expiresInSeconds: LINK_MINUTES * 60 }),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    return answer.ok ? ((await answer.json()) as { path: string }).path : undefined;
  } catch {
    return undefined;
  }
}
