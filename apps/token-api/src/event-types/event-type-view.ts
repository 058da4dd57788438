import {
  type CloudEventIdentity,
  EVENT_MEANINGS,
  eventSchemaOf,
  type EventName,
  isFinalEvent,
  type JsonObject,
  ownFieldsOf,
  WEBHOOK_PAYLOAD_SCHEMA,
  type WebhookFormat,
  type WebhookPayload,
} from '#libs/contracts';
import { type Shapes, withShapes } from '../openapi/message-body.js';
import { bodyOf } from '../redeliveries/redelivery.js';
import EXAMPLES from './example-events.json' with { type: 'json' };

export type ExampleLanguage = keyof typeof EXAMPLES.texts;

export const EXAMPLE_LANGUAGES = Object.keys(EXAMPLES.texts) as ExampleLanguage[];

const EXAMPLE_EVENTS = EXAMPLES.events as unknown as Readonly<Record<EventName, WebhookPayload>>;
/** Of each event: delivery_status_locale_short, delivery_status_locale_long, expected_delivery_date_formatted. */
const EXAMPLE_TEXTS = EXAMPLES.texts as unknown as Readonly<
  Record<ExampleLanguage, Readonly<Record<EventName, readonly [string, string, string]>>>
>;

export interface EventTypeView {
  readonly event: EventName;
  readonly meaning: string;
  readonly isFinal: boolean;
  readonly contentType: 'application/json';
  readonly ownFields: readonly string[];
  readonly schema: JsonObject;
  readonly example: JsonObject;
}

export interface Wording {
  readonly format: WebhookFormat;
  readonly language: ExampleLanguage;
  /** What names the service in CloudEvents. */
  readonly identity: CloudEventIdentity;
}

/** One event as a receiver of this format gets it. */
export const toEventTypeView = (event: EventName, wording: Wording): EventTypeView => ({
  event,
  meaning: EVENT_MEANINGS[event],
  isFinal: isFinalEvent(event),
  contentType: 'application/json',
  ownFields: Object.keys(ownFieldsOf(event)),
  schema: toSchema(event, wording.format),
  example: toExampleBody(event, wording),
});

const { $schema, $defs } = WEBHOOK_PAYLOAD_SCHEMA;

/** In one piece, so that a page can show it without following references. */
const toSchema = (event: EventName, format: WebhookFormat): JsonObject => ({
  $schema,
  ...(withShapes(eventSchemaOf(event, format), $defs as Shapes) as JsonObject),
});

export const toExampleBody = (event: EventName, { format, language, identity }: Wording): JsonObject =>
  JSON.parse(bodyOf({ payload: toExampleEvent(event, language), format, etaUnknownForm: 'object' }, identity)) as JsonObject;

/** The example of docs/events.md, with the texts of another language. */
export function toExampleEvent(event: EventName, language: ExampleLanguage): WebhookPayload {
  const { references, data, ...rest } = EXAMPLE_EVENTS[event];
  const [delivery_status_locale_short, delivery_status_locale_long, expected_delivery_date_formatted] = EXAMPLE_TEXTS[language][event];
  const texts = { delivery_status_locale_short, delivery_status_locale_long, expected_delivery_date_formatted };
  return { ...rest, references: { ...references, language }, data: { ...data, ...texts } };
}
