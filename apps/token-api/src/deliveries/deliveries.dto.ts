import { DELIVERY_STATES, type DeliveryState } from '#libs/contracts';
import { choice, digits, instant, invalid, ruleOf, uuid } from '../validation/field-rules.js';
import { Optional, RefusesUnknown } from '../validation/field.decorator.js';
import { parseCursor } from './cursor.js';
import { withPlus } from './query-instant.js';

const MAX_LIMIT = 200;

const cursor = ruleOf({ type: 'string' }, (value) =>
  typeof value === 'string' && parseCursor(value) ? [] : invalid('Not a cursor of this list: send the `nextCursor` of an earlier answer.'),
);

const queryInstant = ruleOf(instant.schema, (value) => instant(typeof value === 'string' ? withPlus(value) : value));

/** Query of GET /deliveries; a parameter sent twice is a list and so invalid. A misspelt filter must not show everything. */
@RefusesUnknown()
export class ListDeliveriesDto {
  @Optional(uuid, 'Only those of this receiver.')
  receiverId?: string;

  @Optional(choice(DELIVERY_STATES), 'Only those that stand so.')
  status?: DeliveryState;

  @Optional(uuid, 'Only those of this event.')
  eventid?: string;

  @Optional(queryInstant, 'Created at or after this instant.')
  from?: string;

  @Optional(queryInstant, 'Created before this instant.')
  to?: string;

  @Optional(digits(1, MAX_LIMIT), 'How many at most on this page; 50 unless told.')
  limit?: string;

  @Optional(cursor, '`nextCursor` of the page before.')
  cursor?: string;
}
