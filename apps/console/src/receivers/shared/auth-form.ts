// The form of `auth`: typed values → the body of the request.
import type { Schemas } from '../../api/schemas.js';

export const AUTH_TYPES = ['none', 'basic', 'headers', 'oauth2'] as const;
export type AuthType = (typeof AUTH_TYPES)[number];

export interface HeaderRow {
  /** The id is only the key of the row on the screen. */
  readonly id: string;
  readonly name: string;
  readonly value: string;
}

export interface AuthValues {
  readonly type: AuthType;
  readonly username: string;
  readonly password: string;
  readonly headers: readonly HeaderRow[];
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
}

/** Fills the form with the values that the API shows. Secrets are typed again, because a change replaces `auth` as a whole. */
export function toAuthValues(shown: Schemas['ShownAuth']): AuthValues {
  const empty = { username: '', password: '', headers: [EMPTY_ROW], tokenUrl: '', clientId: '', clientSecret: '', scope: '' };
  switch (shown.type) {
    case 'none':
      return { ...empty, type: 'none' };
    case 'basic':
      return { ...empty, type: 'basic', username: shown.username };
    case 'headers':
      return { ...empty, type: 'headers', headers: shown.headerNames.map((name) => ({ id: name, name, value: '' })) };
    case 'oauth2':
      return { ...empty, type: 'oauth2', tokenUrl: shown.tokenUrl, clientId: shown.clientId, scope: shown.scope ?? '' };
    default:
      return shown satisfies never;
  }
}

const EMPTY_ROW: HeaderRow = { id: 'first', name: '', value: '' };

export function toAuth(values: AuthValues): Schemas['ReceiverAuth'] {
  const { type, username, password, headers, tokenUrl, clientId, clientSecret, scope } = values;
  switch (type) {
    case 'none':
      return { type };
    case 'basic':
      return { type, username, password };
    case 'headers':
      return { type, headers: Object.fromEntries(headers.filter(({ name }) => name !== '').map(({ name, value }) => [name, value])) };
    case 'oauth2':
      return { type, tokenUrl, clientId, clientSecret, ...(scope !== '' && { scope }) };
    default:
      return type satisfies never;
  }
}
