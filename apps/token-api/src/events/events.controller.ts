// in: a customer asks for the events of its parcels and their deliveries (domain D.11)
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { toParcelChoice } from '../consignments/parcels.repository.js';
import { type Caller, CallerParam, NeedsScope } from '../http/access.decorator.js';
import { UuidParam } from '../http/params.decorator.js';
import { EVENT_EXAMPLES, EventDetail, EventPage, ListEventsDto, toEventFilter } from './events.dto.js';
import { EventsService } from './events.service.js';

@Controller('events')
@NeedsScope('read')
export class EventsController {
  constructor(private readonly events: EventsService) {}

  @Get()
  @ApiOperation({
    operationId: 'listEvents',
    summary: 'Events, newest first',
    description:
      'Pages are stable: new rows neither move nor repeat other rows. With `after`, the list goes forward instead: oldest first, in the order in which events were stored, without gaps. Send the `nextAfter` of each answer as the next `after`. While `nextAfter` changes, there may be more events, even after an empty page. When it stays the same, nothing newer is stored. A long write transaction in the database delays this walk. Unknown parameters are refused by name.',
  })
  @ApiOkResponse({ description: 'One page.', type: EventPage, example: EVENT_EXAMPLES.page })
  list(@CallerParam() caller: Caller, @Query() query: ListEventsDto): Promise<EventPage> {
    const filter = toEventFilter(caller.account, query);
    return query.after === undefined
      ? this.events.list(filter, toParcelChoice(query))
      : this.events.walk({ ...filter, after: query.after }, toParcelChoice(query));
  }

  @Get(':eventid')
  @ApiOperation({
    operationId: 'getEvent',
    summary: 'One event with its deliveries',
    description: 'Shows the payload and up to 200 deliveries; `GET /deliveries?eventid=` has all deliveries.',
  })
  @ApiOkResponse({ description: 'The event.', type: EventDetail, example: EVENT_EXAMPLES.detail })
  find(@CallerParam() caller: Caller, @UuidParam('eventid') eventid: string): Promise<EventDetail> {
    return this.events.find(caller.account, eventid);
  }
}
