import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './api-types.js';

export interface ApiCredentials {
  readonly user: number;
  readonly token: string;
}

/** `GET`, `POST` … with a path of the API. The OpenAPI document gives the types of requests and answers. */
export type ApiClient = Client<paths>;

/** Sends one request, as the global `fetch` does. */
export type Fetch = (request: Request) => Promise<Response>;

export interface ApiAccess {
  /** Address of token-api, without a trailing slash. */
  readonly baseUrl: string;
  readonly credentials?: ApiCredentials | undefined;
  /** Sends the requests. Default: the global `fetch`. `retrying()` repeats requests where it is safe. */
  readonly fetch?: Fetch;
}

/** Returns a client of token-api. It never throws for a status: `data` is set after 2xx, `error` (the common error body) otherwise. */
export const apiClient = ({ baseUrl, credentials, fetch }: ApiAccess): ApiClient =>
  createClient<paths>({
    baseUrl,
    headers: credentials ? { user: String(credentials.user), token: credentials.token } : {},
    ...(fetch && { fetch }),
  });
