import { ApiProperty } from '@nestjs/swagger';
import { IsChoice, IsName, IsOmittable, IsText, IsWholeNumber, RefusesUnknown } from '../validation/field.decorator.js';

const LINK_SCOPES = ['read', 'write'] as const;
export type LinkScope = (typeof LINK_SCOPES)[number];

const MOST_SECONDS = 900;
export const USUAL_SECONDS = 300;
const MOST_NOTE_CHARS = 200;

/** Body of POST /sessions/links. */
@RefusesUnknown()
export class CreateSessionLinkDto {
  @IsChoice(LINK_SCOPES, 'The scope of the session that the link opens: at most your own scope.')
  scope: LinkScope;

  @IsOmittable()
  @IsWholeNumber(1, MOST_SECONDS, `The number of seconds for which the link works; ${USUAL_SECONDS} by default.`)
  expiresInSeconds?: number;

  @IsOmittable()
  @IsName({ max: MOST_NOTE_CHARS, description: 'The recipient of the link, in your words.' })
  note?: string;
}

/** Body of POST /sessions/links/inspect. */
@RefusesUnknown()
export class InspectSessionLinkDto {
  @IsText({ min: 1, description: 'The code of a link.' })
  code: string;
}

/** A link in the answer of GET /sessions. */
export class ListedSessionLink {
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

/** Answer of POST /sessions/links. */
export class NewSessionLink {
  @ApiProperty({ format: 'uuid' })
  readonly linkId: string;

  @ApiProperty({ description: 'The code that opens one session. Only this answer shows it.' })
  readonly code: string;

  @ApiProperty({ description: 'The path of the link, below the address of this service.' })
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

const LINK = { linkId: '1c5d1d52-6f0e-4b7c-9a39-2f8f4b0f6a21', scope: 'read', expiresAt: '2026-03-29T10:05:00.000Z' };

export const SESSION_LINK_EXAMPLES = {
  created: { ...LINK, code: 'example-not-a-code', path: '/console/#code=example-not-a-code' },
  listed: { ...LINK, note: 'support', tokenId: 7, createdAt: '2026-03-29T10:00:00.000Z' },
  inspected: { account: 1, scope: LINK.scope, expiresAt: LINK.expiresAt },
};
