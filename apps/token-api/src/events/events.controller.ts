// in: a customer asking what was told about its parcels, and to whom (domain D.11)
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { type Caller, CallerParam, NeedsScope } from '../auth/access.decorator.js';
import { UuidParam } from '../http/params.decorator.js';
import { toParcelChoice } from '../consignments/parcels.repository.js';
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
      'Pages are stable: rows that are inserted meanwhile neither move nor double others. Unknown parameters are refused by name.',
  })
  @ApiOkResponse({ description: 'One page.', type: EventPage, example: EVENT_EXAMPLES.page })
  list(@CallerParam() caller: Caller, @Query() query: ListEventsDto): Promise<EventPage> {
    return this.events.list(toEventFilter(caller.account, query), toParcelChoice(query));
  }

  @Get(':eventid')
  @ApiOperation({
    operationId: 'findEvent',
    summary: 'One event with its deliveries',
    description: 'Its payload, and up to 200 of its deliveries; `GET /deliveries?eventid=` has them all.',
  })
  @ApiOkResponse({ description: 'The event.', type: EventDetail, example: EVENT_EXAMPLES.detail })
  find(@CallerParam() caller: Caller, @UuidParam('eventid') eventid: string): Promise<EventDetail> {
    return this.events.find(caller.account, eventid);
  }
}
