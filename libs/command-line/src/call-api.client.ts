// Calls the API for a command, by fetch: the client of #libs/api-client needs a package that the image does not contain.
import { SECOND } from '#libs/config';

const ANSWER_WITHIN_MS = 60 * SECOND;

interface Caller {
  /** The address of token-api, without a final slash. */
  readonly api: string;
  readonly user: number;
  readonly token: string;
}

/** Sends one request. @throws Error with one sentence unless the answer has a status 2xx */
export type ApiCall = <T>(method: string, path: string, body?: object) => Promise<T>;

export function apiCaller({ api, user, token }: Caller): ApiCall {
  return async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`${api}${path}`, {
      method,
      headers: { user: String(user), token, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    }).catch((error: Error) => {
      throw new Error(`${api} cannot be reached: ${(error.cause as Error | undefined)?.message ?? error.message}`, { cause: error });
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 500)}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
}
