import { DELIVERY_STATES, type DeliveryState, EVENT_NAMES, type EventName } from '#libs/contracts';
import { PageCursor, ParcelPageDto } from '../paging/page.dto.js';
import { choice, uuid } from '../validation/field-rules.js';
import { Optional, RefusesUnknown } from '../validation/field.decorator.js';

/** Query of GET /deliveries; a parameter sent twice is a list and so invalid. A misspelt filter must not show everything. */
@RefusesUnknown()
export class ListDeliveriesDto extends ParcelPageDto {
  @PageCursor('deliveries')
  cursor?: string;

  @Optional(uuid, 'Only deliveries to this receiver.')
  receiverId?: string;

  @Optional(choice(DELIVERY_STATES), 'Only deliveries with this status.')
  status?: DeliveryState;

  @Optional(uuid, 'Only deliveries of this event.')
  eventid?: string;

  @Optional(choice(EVENT_NAMES), 'Only deliveries of events with this name.')
  event?: EventName;
}
