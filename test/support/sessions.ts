import type { AxiosInstance, AxiosResponse } from 'axios';
import { api, type Credentials } from './api.js';

/** The part of a person's browser that keeps a session. */
export interface Browser {
  /** The cookie `session=…`, as in the header `Cookie`. */
  readonly cookie: string;
  readonly sessionId: string;
  /** Sends the cookie with every request. */
  readonly http: AxiosInstance;
}

/** Returns name and value of the cookie that an answer sets. */
export const cookieIn = (answer: AxiosResponse): string => String(answer.headers['set-cookie']?.[0]?.split(';')[0]);

/** Returns a client without credentials that sends a cookie. */
export function withCookie(url: string, cookie: string, headers: Record<string, string> = {}): AxiosInstance {
  const http = api(url);
  http.defaults.headers.common = { ...http.defaults.headers.common, cookie, ...headers };
  return http;
}

/** Opens a session. @throws if it is refused */
export async function logIn(url: string, by: Credentials | { readonly code: string }): Promise<Browser> {
  const body = 'code' in by ? { code: by.code } : { user: by.user, token: by.token };
  const answer = await api(url).post<{ sessionId: string }>('/sessions', body);
  if (answer.status !== 201) throw new Error(`POST /sessions answered ${answer.status}: ${JSON.stringify(answer.data)}`);
  const cookie = cookieIn(answer);
  return { cookie, sessionId: answer.data.sessionId, http: withCookie(url, cookie) };
}
