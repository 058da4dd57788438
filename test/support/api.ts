import axios, { type AxiosInstance, type AxiosResponse } from 'axios';
import { type ApiClient, apiClient } from '#libs/api-client';
import { answerChecks, readOpenApi } from './answer-checks.js';
import { runHostedCommand, stdoutOf } from './command.js';
import { HANGS_AFTER_MS } from './wait-for.js';

export interface Credentials {
  readonly user: number;
  readonly token: string;
}

export interface CreatedToken extends Credentials {
  readonly tokenId: number;
  readonly scope: string;
  readonly note: string;
}

export interface TokenOptions {
  readonly databaseUrl: string;
  readonly user?: number;
  readonly scope?: 'read' | 'write' | 'generate';
  readonly note?: string;
}

/** Creates a token, and its account if it does not exist, with the operator's command. */
export async function createAccountAndToken({
  databaseUrl,
  user = 1,
  scope = 'generate',
  note = 'test',
}: TokenOptions): Promise<CreatedToken> {
  const command = ['token:create', '--user', String(user), '--scope', scope, `--note=${note}`, '--create-account'];
  return JSON.parse(stdoutOf(await runHostedCommand(command, { DATABASE_URL: databaseUrl }))) as CreatedToken;
}

/** Returns the typed client, as customers and the project's scripts use it. */
export const client = (baseUrl: string, credentials?: Credentials): ApiClient => apiClient({ baseUrl, credentials });

/**
 * Returns a client for requests that a typed client would not send. It never throws because of a status, so that tests can examine the
 * answer; it throws if docs/openapi.json does not describe the answer.
 */
export function api(baseURL: string, credentials?: Credentials): AxiosInstance {
  const headers = credentials && { user: String(credentials.user), token: credentials.token };
  const instance = axios.create({ baseURL, headers: headers ?? {}, proxy: false, validateStatus: () => true, timeout: HANGS_AFTER_MS });
  instance.interceptors.response.use(documented);
  return instance;
}

let checks: ReturnType<typeof answerChecks> | undefined;

function documented(answer: AxiosResponse<unknown>): AxiosResponse<unknown> {
  const { config, status, headers, data: body } = answer;
  const { pathname: path } = new URL(config.url ?? '', config.baseURL);
  checks ??= answerChecks(readOpenApi());
  const faults = checks.faultsOf({ method: config.method ?? 'get', path, status, headers: { ...headers }, body });
  if (faults.length > 0) throw new Error(`the answer does not match docs/openapi.json: ${faults.join('; ')}`);
  return answer;
}
