import axios, { type AxiosInstance } from 'axios';
import { runCommand } from '../../scripts/stack/run-command.js';

export interface Credentials {
  readonly user: number;
  readonly token: string;
}

export interface CreatedToken extends Credentials {
  readonly tokenId: number;
  readonly scope: string;
  readonly note: string;
}

export interface TokenWish {
  readonly databaseUrl: string;
  readonly user?: number;
  readonly scope?: 'read' | 'write' | 'generate';
  readonly note?: string;
}

/** Creates the account when it is not there yet, and a token, by the command that an operator uses. */
export async function createAccountAndToken({
  databaseUrl,
  user = 1,
  scope = 'generate',
  note = 'test',
}: TokenWish): Promise<CreatedToken> {
  const args = ['--user', String(user), '--scope', scope, '--note', note];
  const output = await runCommand('apps/token-api/src/token-create.main', args, { ...process.env, DATABASE_URL: databaseUrl });
  return JSON.parse(output.trim().split('\n').at(-1) ?? '') as CreatedToken;
}

/** A client of token-api; it never throws for a status, so that tests look at what was answered. */
export function api(baseURL: string, credentials?: Credentials): AxiosInstance {
  const headers = credentials && { user: String(credentials.user), token: credentials.token };
  return axios.create({ baseURL, headers: headers ?? {}, proxy: false, validateStatus: () => true, timeout: 20_000 });
}
