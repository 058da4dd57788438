import { choice, digits, instant, INSTANT_TEXT, invalid, ruleOf, text, toIdForm } from '../validation/field-rules.js';
import { Optional, RefusesUnknown } from '../validation/field.decorator.js';
import { withPlus } from '../paging/query-instant.js';
import { AUDIT_ACTIONS, type AuditAction } from './audit-entry.js';
import { parseAuditCursor } from './audit-filter.js';

const MAX_LIMIT = 200;
const MAX_SUBJECT_LENGTH = 64;

const cursor = ruleOf({ type: 'string', minLength: 1 }, (value) =>
  typeof value === 'string' && parseAuditCursor(value) !== undefined
    ? []
    : invalid('Not a cursor of this list: send the `nextCursor` of an earlier answer.'),
);

const queryInstant = ruleOf(instant.schema, (value) => instant(typeof value === 'string' ? withPlus(value) : value));

const subject = text({ min: 1, max: MAX_SUBJECT_LENGTH });
const subjectId = ruleOf(subject.schema, subject, toIdForm);

/** Query of GET /audit-log. */
@RefusesUnknown()
export class ListAuditDto {
  @Optional(choice(AUDIT_ACTIONS), 'Only changes of this kind.')
  action?: AuditAction;

  @Optional(subjectId, 'Only changes of this tokenId, receiverId, deliveryId or consignmentId.')
  subjectId?: string;

  @Optional(queryInstant, `At or after this instant. ${INSTANT_TEXT}`)
  from?: string;

  @Optional(queryInstant, `Before this instant. ${INSTANT_TEXT}`)
  to?: string;

  @Optional(digits(1, MAX_LIMIT), 'Most entries on this page; 50 by default.')
  limit?: string;

  @Optional(cursor, '`nextCursor` of the page before.')
  cursor?: string;
}
