import { choice, digits, instant, invalid, type Rule, text } from '../validation/field-rules.js';
import { Optional } from '../validation/field.decorator.js';
import { withPlus } from '../deliveries/query-instant.js';
import { AUDIT_ACTIONS, type AuditAction } from './audit-entry.js';
import { parseAuditCursor } from './audit-filter.js';

const MAX_LIMIT = 200;
const MAX_SUBJECT_LENGTH = 64;

const cursor: Rule = (value) =>
  typeof value === 'string' && parseAuditCursor(value) !== undefined
    ? []
    : invalid('Not a cursor of this list: send the `nextCursor` of an earlier answer.');

const queryInstant: Rule = (value) => instant(typeof value === 'string' ? withPlus(value) : value);

/** Query of GET /audit-log. */
export class ListAuditDto {
  @Optional(choice(AUDIT_ACTIONS))
  action?: AuditAction;

  /** A tokenId, receiverId or deliveryId. */
  @Optional(text({ min: 1, max: MAX_SUBJECT_LENGTH }))
  subjectId?: string;

  /** At or after this instant. */
  @Optional(queryInstant)
  from?: string;

  /** Before this instant. */
  @Optional(queryInstant)
  to?: string;

  @Optional(digits(1, MAX_LIMIT))
  limit?: string;

  @Optional(cursor)
  cursor?: string;
}
