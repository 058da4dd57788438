import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { CURSOR_TEXT, cursorRule, IsQueryInstant, PageOfList } from '../paging/page.dto.js';
import { ruleOf, text, toIdForm } from '../validation/field-rules.js';
import { IsChoice, IsDigits, IsOmittable, RefusesUnknown, Satisfies } from '../validation/field.decorator.js';
import { AUDIT_ACTIONS, type AuditAction } from './audit-entry.js';
import { parseAuditCursor } from './audit-filter.js';

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
  @Satisfies(ruleOf(subject.schema, subject, toIdForm), 'Only changes of this tokenId, receiverId, deliveryId or consignmentId.')
  subjectId?: string;

  @IsOmittable()
  @IsQueryInstant('At or after this instant.')
  from?: string;

  @IsOmittable()
  @IsQueryInstant('Before this instant.')
  to?: string;

  @IsOmittable()
  @IsDigits(1, MAX_LIMIT, 'Most entries on this page; 50 by default.')
  limit?: string;

  @IsOmittable()
  @Satisfies(cursorRule((text) => parseAuditCursor(text) !== undefined), CURSOR_TEXT)
  cursor?: string;
}

class AuditBy {
  @ApiProperty({ type: 'integer', minimum: 0, required: false })
  readonly tokenId?: number;

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

  @ApiProperty({ description: 'tokenId, receiverId, deliveryId or consignmentId: the action tells which.' })
  readonly subjectId: string;

  @ApiProperty({ description: 'A token (`tokenId`, with the `X-Request-Id` of its request), or an operator (`command`).' })
  readonly by: AuditBy;

  @ApiProperty({ type: Object, nullable: true, description: 'What the change replaced; null = nothing.' })
  readonly before: object | null;

  @ApiProperty({ type: Object, nullable: true, description: 'What stands now; null = nothing.' })
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
