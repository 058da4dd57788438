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

/** Creates a token, and its account when it is not there yet, by the operator's command. */
export async function createAccountAndToken({
  databaseUrl,
  user = 1,
  scope = 'generate',
  note = 'test',
}: TokenOptions): Promise<CreatedToken> {
  const command = ['token:create', '--user', String(user), '--scope', scope, `--note=${note}`, '--create-account'];
  return JSON.parse(stdoutOf(await runHostedCommand(command, { DATABASE_URL: databaseUrl }))) as CreatedToken;
}

/** The typed client, as customers and the project's scripts use it. */
export const client = (baseUrl: string, credentials?: Credentials): ApiClient => apiClient({ baseUrl, credentials });

/**
 * For tests that send what a typed client would not. It never throws for a status, so that tests look at what was answered; an answer
 * that docs/openapi.json does not describe is an error.
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
  if (faults.length > 0) throw new Error(`not what docs/openapi.json says: ${faults.join('; ')}`);
  return answer;
}
