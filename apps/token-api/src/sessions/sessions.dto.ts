import { ApiProperty } from '@nestjs/swagger';
import { TOKEN_SCOPES, type TokenScope } from '#libs/contracts';
import type { FieldFault } from '#libs/errors';
import { at, fieldFaults, invalid, ruleOf, text } from '../validation/field-rules.js';
import { IsFlag, IsOmittable, RefusesUnknown, SatisfiesWithOthers } from '../validation/field.decorator.js';
import { ListedSessionLink, SESSION_LINK_EXAMPLES } from './session-links.dto.js';

const OPENED_BY = ['token', 'link'] as const;

const SCOPE = '`read` reads, `write` changes, `generate` manages tokens; each includes the scopes before it.';
const credential = text({ min: 1 });
/** A number is accepted, too. The document says only text, because client generators cannot read the union. */
const user = ruleOf(credential.schema, (value) => (Number.isInteger(value) ? [] : credential(value)));

interface LoginFields {
  readonly user?: unknown;
  readonly token?: unknown;
  readonly code?: unknown;
}

const TOGETHER = invalid('Send `user` and `token` together.');
const EITHER = invalid('Send either `code`, or `user` and `token`.');

/** Returns the faults of the three fields together; empty = `toLogin` can read them. */
export function loginFaults(fields: LoginFields): FieldFault[] {
  const { user: account, token, code } = fields;
  const given = { user: account !== undefined, token: token !== undefined };
  const faults = [
    ...(given.user ? at('user', fieldFaults(account, { rule: user })) : at('user', given.token ? TOGETHER : [])),
    ...(given.token ? at('token', fieldFaults(token, { rule: credential })) : at('token', given.user ? TOGETHER : [])),
  ];
  if (code === undefined) return faults;
  return [...faults, ...at('code', given.user || given.token ? EITHER : fieldFaults(code, { rule: credential }))];
}

const faultsOf = (field: keyof LoginFields) => (body: object) => loginFaults(body).filter(({ attr }) => attr === field);

/** Body of POST /sessions: `user` and `token`, or `code`. Without these fields, the headers `user` and `token` count. */
@RefusesUnknown()
export class OpenSessionDto {
  @SatisfiesWithOthers(faultsOf('user'), { ...credential.schema, description: 'The number of the account; goes with `token`.' })
  user?: string | number;

  @SatisfiesWithOthers(faultsOf('token'), { ...credential.schema, description: 'A token of the account; goes with `user`.' })
  token?: string;

  @SatisfiesWithOthers(faultsOf('code'), { ...credential.schema, description: 'The code of a link, in place of `user` and `token`.' })
  code?: string;

  @IsOmittable()
  @IsFlag('The page is inside a frame of another site. Allowed only if the operator names such sites (`CONSOLE_FRAME_ANCESTORS`).')
  embedded?: boolean;
}

const SESSION_ID = { type: 'string', format: 'uuid' } as const;
const ACCOUNT_NAME = { description: 'The name of the account, for people; empty = the operator gave none.' };
const TIME_ZONE = {
  type: 'string',
  nullable: true,
  description: 'The time zone of the account, an IANA name; null = the operator gave none.',
} as const;
const SESSION_NOTE = { description: 'The note of the link that opened the session, otherwise of the token.' };
const NULLABLE_TIME = { type: 'string', format: 'date-time', nullable: true } as const;

/** Answer of POST /sessions. */
export class OpenedSession {
  @ApiProperty(SESSION_ID)
  readonly sessionId: string;

  @ApiProperty({ type: 'integer', minimum: 1 })
  readonly account: number;

  @ApiProperty(ACCOUNT_NAME)
  readonly accountName: string;

  @ApiProperty(TIME_ZONE)
  readonly timeZone: string | null;

  @ApiProperty({ enum: TOKEN_SCOPES, description: SCOPE })
  readonly scope: TokenScope;

  @ApiProperty({ enum: OPENED_BY })
  readonly openedBy: 'token' | 'link';

  @ApiProperty(SESSION_NOTE)
  readonly note: string;

  @ApiProperty({ format: 'date-time' })
  readonly expiresAt: string;

  @ApiProperty({ format: 'date-time' })
  readonly createdAt: string;
}

/** Answer of GET /sessions/current. */
export class CurrentSession {
  @ApiProperty({ ...SESSION_ID, nullable: true, description: 'null = the request has the headers `user` and `token`, without a session.' })
  readonly sessionId: string | null;

  @ApiProperty({ type: 'integer', minimum: 1 })
  readonly account: number;

  @ApiProperty(ACCOUNT_NAME)
  readonly accountName: string;

  @ApiProperty(TIME_ZONE)
  readonly timeZone: string | null;

  @ApiProperty({ enum: TOKEN_SCOPES, description: SCOPE })
  readonly scope: TokenScope;

  @ApiProperty({ enum: [...OPENED_BY, 'headers'] })
  readonly openedBy: 'token' | 'link' | 'headers';

  @ApiProperty(SESSION_NOTE)
  readonly note: string;

  @ApiProperty(NULLABLE_TIME)
  readonly expiresAt: string | null;

  @ApiProperty(NULLABLE_TIME)
  readonly createdAt: string | null;
}

class ListedSession {
  @ApiProperty(SESSION_ID)
  readonly sessionId: string;

  @ApiProperty({ enum: TOKEN_SCOPES, description: SCOPE })
  readonly scope: TokenScope;

  @ApiProperty({ enum: OPENED_BY })
  readonly openedBy: 'token' | 'link';

  @ApiProperty({ type: 'integer', minimum: 1, description: 'The token that opened the session or created its link.' })
  readonly tokenId: number;

  @ApiProperty({ ...SESSION_ID, nullable: true })
  readonly linkId: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'The note of the link.' })
  readonly note: string | null;

  @ApiProperty({ format: 'date-time' })
  readonly createdAt: string;

  @ApiProperty({ format: 'date-time' })
  readonly expiresAt: string;

  @ApiProperty({ description: 'True for the session of this request.' })
  readonly isCurrent: boolean;
}

/** Answer of GET /sessions. */
export class Sessions {
  @ApiProperty({ type: [ListedSession] })
  readonly sessions: readonly ListedSession[];

  @ApiProperty({ type: [ListedSessionLink], description: 'Links that still work.' })
  readonly links: readonly ListedSessionLink[];
}

const SESSION = {
  sessionId: '9b2f6c1e-0c3d-4f0a-8a55-1f6f1d6f7c10',
  account: 1,
  accountName: 'Blue Shoes',
  timeZone: 'Europe/Berlin',
  scope: 'read',
  openedBy: 'link',
  note: 'support',
  expiresAt: '2026-03-29T18:00:00.000Z',
  createdAt: '2026-03-29T10:00:00.000Z',
};
const { account: _, accountName: __, timeZone: ___, ...LISTED } = SESSION;

export const SESSION_EXAMPLES = {
  opened: SESSION,
  list: {
    sessions: [{ ...LISTED, tokenId: 7, linkId: '6f0f0d5c-91b7-4f6a-a0a5-52f0c7a8d9e3', isCurrent: false }],
    links: [SESSION_LINK_EXAMPLES.listed],
  },
};
