import { DELIVERY_STATES, type DeliveryState } from '#libs/contracts';
import { choice, digits, instant, invalid, type Rule, uuid } from '../validation/field-rules.js';
import { Optional } from '../validation/field.decorator.js';
import { parseCursor } from './cursor.js';
import { withPlus } from './query-instant.js';

const MAX_LIMIT = 200;

const cursor: Rule = (value) =>
  typeof value === 'string' && parseCursor(value) ? [] : invalid('Not a cursor of this list: send the `nextCursor` of an earlier answer.');

const queryInstant: Rule = (value) => instant(typeof value === 'string' ? withPlus(value) : value);

/** Query of GET /deliveries; a parameter sent twice is a list and so invalid. */
export class ListDeliveriesDto {
  @Optional(uuid)
  receiverId?: string;

  @Optional(choice(DELIVERY_STATES))
  status?: DeliveryState;

  @Optional(uuid)
  eventid?: string;

  /** Created at or after this instant. */
  @Optional(queryInstant)
  from?: string;

  /** Created before this instant. */
  @Optional(queryInstant)
  to?: string;

  @Optional(digits(1, MAX_LIMIT))
  limit?: string;

  @Optional(cursor)
  cursor?: string;
}
