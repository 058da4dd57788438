import { ApiProperty } from '@nestjs/swagger';
import { TOKEN_SCOPES, type TokenScope } from '#libs/contracts';
import type { FieldFault } from '#libs/errors';
import { at, fieldFaults, invalid, ruleOf, text } from '../validation/field-rules.js';
import {
  IsChoice,
  IsFlag,
  IsName,
  IsOmittable,
  IsText,
  IsWholeNumber,
  RefusesUnknown,
  SatisfiesWithOthers,
} from '../validation/field.decorator.js';

const OPENED_BY = ['token', 'link'] as const;
const LINK_SCOPES = ['read', 'write'] as const;
export type LinkScope = (typeof LINK_SCOPES)[number];

const MOST_SECONDS = 900;
export const USUAL_SECONDS = 300;
const MOST_NOTE_CHARS = 200;

const SCOPE = '`read` looks, `write` changes, `generate` manages tokens; each includes the ones before.';
const credential = text({ min: 1 });
/** A number is taken, too; the document says only text, because generators of clients cannot read the union. */
const user = ruleOf(credential.schema, (value) => (Number.isInteger(value) ? [] : credential(value)));

interface LoginFields {
  readonly user?: unknown;
  readonly token?: unknown;
  readonly code?: unknown;
}

const TOGETHER = invalid('Send `user` and `token` together.');
const EITHER = invalid('Send either `code`, or `user` and `token`.');

/** What is wrong with the three fields together; empty = `toLogin` can read them. */
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

/** Body of POST /sessions: `user` and `token`, or `code`; without them the headers `user` and `token` serve. */
@RefusesUnknown()
export class OpenSessionDto {
  @SatisfiesWithOthers(faultsOf('user'), { ...credential.schema, description: 'The number of the account; goes with `token`.' })
  user?: string | number;

  @SatisfiesWithOthers(faultsOf('token'), { ...credential.schema, description: 'A token of the account; goes with `user`.' })
  token?: string;

  @SatisfiesWithOthers(faultsOf('code'), { ...credential.schema, description: 'The code of a link, in place of `user` and `token`.' })
  code?: string;

  @IsOmittable()
  @IsFlag('The page is inside a frame of another site. Allowed where the operator names such sites (`CONSOLE_FRAME_ANCESTORS`).')
  embedded?: boolean;
}

/** Body of POST /sessions/links. */
@RefusesUnknown()
export class CreateSessionLinkDto {
  @IsChoice(LINK_SCOPES, 'What the session of the link may do: at most what you may do.')
  scope: LinkScope;

  @IsOmittable()
  @IsWholeNumber(1, MOST_SECONDS, `How long the link works; ${USUAL_SECONDS} by default.`)
  expiresInSeconds?: number;

  @IsOmittable()
  @IsName({ max: MOST_NOTE_CHARS, description: 'Who the link is for, in your words.' })
  note?: string;
}

/** Body of POST /sessions/links/inspect. */
@RefusesUnknown()
export class InspectSessionLinkDto {
  @IsText({ min: 1, description: 'The code of a link.' })
  code: string;
}

const SESSION_ID = { type: 'string', format: 'uuid' } as const;
const ACCOUNT_NAME = { description: 'For people; empty = the operator gave none.' };
const TIME_ZONE = {
  type: 'string',
  nullable: true,
  description: 'Of the account, a name of IANA; null = the operator gave none.',
} as const;
const SESSION_NOTE = { description: 'Of the link that opened the session, otherwise of the token.' };
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
  @ApiProperty({ ...SESSION_ID, nullable: true, description: 'null = the headers `user` and `token`, without a session.' })
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

  @ApiProperty({ type: 'string', nullable: true, description: 'Of the link.' })
  readonly note: string | null;

  @ApiProperty({ format: 'date-time' })
  readonly createdAt: string;

  @ApiProperty({ format: 'date-time' })
  readonly expiresAt: string;

  @ApiProperty({ description: 'Whether it is the session of this request.' })
  readonly isCurrent: boolean;
}

class ListedSessionLink {
  @ApiProperty({ format: 'uuid' })
  readonly linkId: string;

  @ApiProperty({ enum: LINK_SCOPES })
  readonly scope: LinkScope;

  @ApiProperty()
  readonly note: string;

  @ApiProperty({ type: 'integer', minimum: 1, description: 'The token that created the link.' })
  readonly tokenId: number;

  @ApiProperty({ format: 'date-time' })
  readonly createdAt: string;

  @ApiProperty({ format: 'date-time' })
  readonly expiresAt: string;
}

/** Answer of GET /sessions. */
export class Sessions {
  @ApiProperty({ type: [ListedSession] })
  readonly sessions: readonly ListedSession[];

  @ApiProperty({ type: [ListedSessionLink], description: 'Links that still work.' })
  readonly links: readonly ListedSessionLink[];
}

/** Answer of POST /sessions/links. */
export class NewSessionLink {
  @ApiProperty({ format: 'uuid' })
  readonly linkId: string;

  @ApiProperty({ description: 'Opens one session, shown in this answer only.' })
  readonly code: string;

  @ApiProperty({ description: 'Where the link leads, below the address of this service.' })
  readonly path: string;

  @ApiProperty({ enum: LINK_SCOPES })
  readonly scope: LinkScope;

  @ApiProperty({ format: 'date-time' })
  readonly expiresAt: string;
}

/** Answer of POST /sessions/links/inspect. */
export class InspectedSessionLink {
  @ApiProperty({ type: 'integer', minimum: 1, description: 'The account that the link signs in to.' })
  readonly account: number;

  @ApiProperty({ enum: LINK_SCOPES })
  readonly scope: LinkScope;

  @ApiProperty({ format: 'date-time' })
  readonly expiresAt: string;
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
const LINK = { linkId: '1c5d1d52-6f0e-4b7c-9a39-2f8f4b0f6a21', scope: 'read', expiresAt: '2026-03-29T10:05:00.000Z' };
const { account: _, accountName: __, timeZone: ___, ...LISTED } = SESSION;

export const SESSION_EXAMPLES = {
  opened: SESSION,
  list: {
    sessions: [{ ...LISTED, tokenId: 7, linkId: '6f0f0d5c-91b7-4f6a-a0a5-52f0c7a8d9e3', isCurrent: false }],
    links: [{ ...LINK, note: 'support', tokenId: 7, createdAt: '2026-03-29T10:00:00.000Z' }],
  },
  inspected: { account: 1, scope: LINK.scope, expiresAt: LINK.expiresAt },
  link: { ...LINK, code: 'example-not-a-code', path: '/console/#code=example-not-a-code' },
};
