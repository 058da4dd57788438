// in: a page or a program that wants to know what a receiver gets, event by event
import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { CONFIG } from '#libs/config';
import { type CloudEventConfig, cloudEventIdentityOf, EVENT_NAMES, OPERATIONAL_EVENT_NAMES } from '#libs/contracts';
import { NeedsScope } from '../http/access.decorator.js';
import { toEventTypeView, toOperationalEventTypeView } from './event-type-view.js';
import { EVENT_TYPES_EXAMPLE, EventTypes, ListEventTypesDto } from './event-types.dto.js';

@Controller('event-types')
export class EventTypesController {
  constructor(@Inject(CONFIG) private readonly config: CloudEventConfig) {}

  @Get()
  @NeedsScope('read')
  @ApiOperation({
    operationId: 'listEventTypes',
    summary: 'What the events mean and look like',
    description:
      'Meaning, schema and example of each of the eleven events, and apart from them of each operational event, as a receiver of this format gets it. A webhook whose language has no texts uses another language: 400 here names the languages that have texts.',
  })
  @ApiOkResponse({ description: 'All of them; the example shows one of each kind.', type: EventTypes, example: EVENT_TYPES_EXAMPLE })
  list(@Query() { format = 'plain', language = 'en' }: ListEventTypesDto): EventTypes {
    const identity = cloudEventIdentityOf(this.config);
    return {
      format,
      language,
      eventTypes: EVENT_NAMES.map((event) => toEventTypeView(event, { format, language, identity })),
      operational: OPERATIONAL_EVENT_NAMES.map((type) => toOperationalEventTypeView(type, { format, identity })),
    };
  }
}
