import { ApiProperty } from '@nestjs/swagger';
import {
  EVENT_NAMES,
  type EventName,
  type JsonObject,
  OPERATIONAL_EVENT_NAMES,
  type OperationalEventName,
  WEBHOOK_FORMATS,
  type WebhookFormat,
} from '#libs/contracts';
import { IsChoice, IsOmittable, RefusesUnknown } from '../validation/field.decorator.js';
import {
  EXAMPLE_LANGUAGES,
  type EventTypeView,
  type ExampleLanguage,
  type OperationalEventTypeView,
  toEventTypeView,
  toOperationalEventTypeView,
} from './event-type-view.js';

/** Query of GET /event-types. */
@RefusesUnknown()
export class ListEventTypesDto {
  @IsOmittable()
  @IsChoice(WEBHOOK_FORMATS, 'The `format` of the receiver; `plain` by default.')
  format?: WebhookFormat;

  @IsOmittable()
  @IsChoice(EXAMPLE_LANGUAGES, 'The language of the texts in the examples; `en` by default.')
  language?: ExampleLanguage;
}

class EventType implements EventTypeView {
  @ApiProperty({ enum: EVENT_NAMES })
  readonly event: EventName;

  @ApiProperty({ description: 'The meaning of the event, in one sentence.' })
  readonly meaning: string;

  @ApiProperty({ description: 'True = the event ends the parcel. Carriers correct themselves, so other events may still follow.' })
  readonly isFinal: boolean;

  @ApiProperty({ enum: ['application/json'], description: 'The content type of the POST, in both formats.' })
  readonly contentType: 'application/json';

  @ApiProperty({ type: [String], description: 'The fields of `data` that only this event has.' })
  readonly ownFields: readonly string[];

  @ApiProperty({ type: Object, description: 'JSON Schema, draft 2020-12, of the body in this format.' })
  readonly schema: JsonObject;

  @ApiProperty({ type: Object, description: 'A body in this format and language.' })
  readonly example: JsonObject;
}

class OperationalEventType implements OperationalEventTypeView {
  @ApiProperty({ enum: OPERATIONAL_EVENT_NAMES })
  readonly type: OperationalEventName;

  @ApiProperty({ description: 'The meaning of the event, in one sentence.' })
  readonly meaning: string;

  @ApiProperty({ enum: ['application/json'], description: 'The content type of the POST, in both formats.' })
  readonly contentType: 'application/json';

  @ApiProperty({ type: Object, description: 'JSON Schema, draft 2020-12, of the body in this format.' })
  readonly schema: JsonObject;

  @ApiProperty({ type: Object, description: 'A body in this format.' })
  readonly example: JsonObject;
}

/** Answer of GET /event-types. */
export class EventTypes {
  @ApiProperty({ enum: WEBHOOK_FORMATS })
  readonly format: WebhookFormat;

  @ApiProperty({ enum: EXAMPLE_LANGUAGES })
  readonly language: ExampleLanguage;

  @ApiProperty({ description: 'The `source` of all CloudEvents of this installation, whatever `format` is.' })
  readonly source: string;

  @ApiProperty({ description: 'The second part of the `type` of all CloudEvents of this installation, `com.<vendor>.…`.' })
  readonly vendor: string;

  @ApiProperty({ type: [EventType], description: 'All eleven, in a fixed order.' })
  readonly eventTypes: readonly EventType[];

  @ApiProperty({ type: [OperationalEventType], description: 'The operational events; only receivers that name them get them.' })
  readonly operational: readonly OperationalEventType[];
}

const shown = { format: 'plain', language: 'de' } as const;
const identity = { source: 'urn:parcel-event-webhooks', vendor: 'parcel-events' };

export const EVENT_TYPES_EXAMPLE: EventTypes = {
  ...shown,
  ...identity,
  eventTypes: [toEventTypeView('onDelivered', { ...shown, identity })],
  operational: [toOperationalEventTypeView('receiver.failing', { ...shown, identity })],
};
