import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { parseInstant } from '#libs/contracts';
import { CURSOR_TEXT, cursorRule, IsQueryInstant, PageOfList } from '../paging/page.dto.js';
import { withPlus } from '../paging/page.js';
import { ruleOf, text, toIdForm } from '../validation/field-rules.js';
import { IsChoice, IsDigits, IsOmittable, RefusesUnknown, Satisfies } from '../validation/field.decorator.js';
import { AUDIT_ACTIONS, type AuditAction } from './audit-entry.js';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;
const MAX_SUBJECT_LENGTH = 64;

const subject = text({ min: 1, max: MAX_SUBJECT_LENGTH });

/** Query of GET /audit-log. */
@RefusesUnknown()
export class ListAuditDto {
  @IsOmittable()
  @IsChoice(AUDIT_ACTIONS, 'Only changes of this kind.')
  action?: AuditAction;

  @IsOmittable()
  @Satisfies(
    ruleOf(subject.schema, subject, toIdForm),
    'Only changes of this tokenId, receiverId, deliveryId, consignmentId, sessionId or linkId.',
  )
  subjectId?: string;

  @IsOmittable()
  @IsQueryInstant('Only changes at or after this instant.')
  from?: string;

  @IsOmittable()
  @IsQueryInstant('Only changes before this instant.')
  to?: string;

  @IsOmittable()
  @IsDigits(1, MAX_LIMIT, 'The most entries on a page; 50 by default.')
  limit?: string;

  @IsOmittable()
  @Satisfies(cursorRule((text) => parseAuditCursor(text) !== undefined), CURSOR_TEXT)
  cursor?: string;
}

export interface AuditFilter {
  readonly account: number;
  readonly action?: AuditAction | undefined;
  readonly subjectId?: string | undefined;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  /** Only entries older than this one. */
  readonly beforeId?: number | undefined;
  readonly limit: number;
}

/** A checked query → the filter. */
export const toAuditFilter = (account: number, query: ListAuditDto): AuditFilter => ({
  account,
  action: query.action,
  subjectId: query.subjectId,
  fromMs: query.from === undefined ? undefined : parseInstant(withPlus(query.from)),
  toMs: query.to === undefined ? undefined : parseInstant(withPlus(query.to)),
  beforeId: query.cursor === undefined ? undefined : parseAuditCursor(query.cursor),
  limit: query.limit === undefined ? DEFAULT_LIMIT : Number(query.limit),
});

const PREFIX = 'audit|';

/** Opaque to callers. */
export const toAuditCursor = (auditId: number): string => Buffer.from(`${PREFIX}${auditId}`).toString('base64url');

/** @returns undefined when the text is not a cursor of this list */
export function parseAuditCursor(text: string): number | undefined {
  const [, digits] = /^audit\|([1-9]\d{0,14})$/.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

class SessionOpener {
  @ApiProperty({ type: 'integer', minimum: 1 })
  readonly tokenId: number;

  @ApiProperty({ description: 'The note of the link or token that opened the session; empty = no longer known.' })
  readonly note: string;
}

@ApiSchema({ name: 'AuditActor' })
class AuditActorView {
  @ApiProperty({ type: 'integer', minimum: 0, required: false })
  readonly tokenId?: number;

  @ApiProperty({ type: 'string', format: 'uuid', required: false, description: 'The session that used the token.' })
  readonly sessionId?: string;

  @ApiProperty({ required: false, description: 'The token that opened the session, or the link that the token made for it.' })
  readonly opener?: SessionOpener;

  @ApiProperty({ required: false })
  readonly requestId?: string;

  @ApiProperty({ required: false })
  readonly command?: string;
}

@ApiSchema({ name: 'AuditEntry' })
export class AuditView {
  @ApiProperty({ type: 'integer', minimum: 1 })
  readonly auditId: number;

  @ApiProperty({ format: 'date-time' })
  readonly at: string;

  @ApiProperty({ enum: AUDIT_ACTIONS })
  readonly action: AuditAction;

  @ApiProperty({
    description: 'tokenId, receiverId, deliveryId, consignmentId, sessionId, linkId or the number of the account, depending on the action.',
  })
  readonly subjectId: string;

  @ApiProperty({ description: 'The author: a token (`tokenId`, with the `X-Request-Id` of its request), or an operator (`command`).' })
  readonly by: AuditActorView;

  @ApiProperty({ type: Object, nullable: true, description: 'The values before the change; null = there were none.' })
  readonly before: object | null;

  @ApiProperty({ type: Object, nullable: true, description: 'The values after the change; null = there are none.' })
  readonly after: object | null;
}

/** Answer of GET /audit-log. */
export class AuditPage extends PageOfList {
  @ApiProperty({ type: [AuditView] })
  readonly entries: readonly AuditView[];
}

export const AUDIT_EXAMPLE = {
  entries: [
    {
      auditId: 17,
      at: '2026-03-29T10:00:00.000Z',
      action: 'receiver.changed',
      subjectId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
      by: { tokenId: 7, requestId: '6b0c2f5e-1d0a-4f6e-9f0e-2a1b3c4d5e6f' },
      before: { enabled: true },
      after: { enabled: false },
    },
  ],
  nextCursor: null,
};
