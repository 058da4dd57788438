// in: a page or a program asks what the events look like
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
    summary: 'Event types with meaning, schema and example',
    description:
      'Lists the eleven events and, separately, the operational events, as a receiver of this format gets them. A webhook whose language has no texts uses another language; the answer 400 to another `language` names the languages that have texts.',
  })
  @ApiOkResponse({ description: 'All event types; the example shows one of each kind.', type: EventTypes, example: EVENT_TYPES_EXAMPLE })
  list(@Query() { format = 'plain', language = 'en' }: ListEventTypesDto): EventTypes {
    const identity = cloudEventIdentityOf(this.config);
    return {
      format,
      language,
      ...identity,
      eventTypes: EVENT_NAMES.map((event) => toEventTypeView(event, { format, language, identity })),
      operational: OPERATIONAL_EVENT_NAMES.map((type) => toOperationalEventTypeView(type, { format, identity })),
    };
  }
}
