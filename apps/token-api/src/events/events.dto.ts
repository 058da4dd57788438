import { EVENT_NAMES, type EventName } from '#libs/contracts';
import { PageCursor, ParcelPageDto } from '../paging/page.dto.js';
import { choice, uuid } from '../validation/field-rules.js';
import { Optional, RefusesUnknown } from '../validation/field.decorator.js';

/** Query of GET /events; a parameter sent twice is a list and so invalid. */
@RefusesUnknown()
export class ListEventsDto extends ParcelPageDto {
  @PageCursor('events')
  cursor?: string;

  @Optional(choice(EVENT_NAMES), 'Only events with this name.')
  event?: EventName;

  @Optional(uuid, 'Only events of this consignment.')
  consignmentId?: string;
}
