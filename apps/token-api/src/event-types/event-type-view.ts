import {
  type CloudEventIdentity,
  EVENT_MEANINGS,
  exampleOperationalEvent,
  eventSchemaOf,
  type EventName,
  isFinalEvent,
  type JsonObject,
  OPERATIONAL_MEANINGS,
  type OperationalEventName,
  operationalSchemaOf,
  ownFieldsOf,
  toOperationalBody,
  toTrackingBody,
  WEBHOOK_PAYLOAD_SCHEMA,
  type WebhookFormat,
  type WebhookPayload,
} from '#libs/contracts';
import { type Shapes, withShapes } from '../openapi/message-body.js';
import EXAMPLES from './example-events.json' with { type: 'json' };

export type ExampleLanguage = keyof typeof EXAMPLES.texts;

export const EXAMPLE_LANGUAGES = Object.keys(EXAMPLES.texts) as ExampleLanguage[];

const EXAMPLE_EVENTS = EXAMPLES.events as unknown as Readonly<Record<EventName, WebhookPayload>>;
/** The texts of each event: delivery_status_locale_short, delivery_status_locale_long, expected_delivery_date_formatted. */
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

export interface OperationalEventTypeView {
  readonly type: OperationalEventName;
  readonly meaning: string;
  readonly contentType: 'application/json';
  readonly schema: JsonObject;
  readonly example: JsonObject;
}

export interface Wording {
  readonly format: WebhookFormat;
  readonly language: ExampleLanguage;
  /** The name of the service in CloudEvents. */
  readonly identity: CloudEventIdentity;
}

/** Describes an event as a receiver of this format gets it. */
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

/** Returns the schema in one piece, so that a page can show it without following references. */
const toSchema = (event: EventName, format: WebhookFormat): JsonObject => ({
  $schema,
  ...(withShapes(eventSchemaOf(event, format), $defs as Shapes) as JsonObject),
});

export const toExampleBody = (event: EventName, { format, language, identity }: Wording): JsonObject =>
  JSON.parse(toTrackingBody(toExampleEvent(event, language), { format, etaUnknownForm: 'object' }, identity)) as JsonObject;

/** Returns the example of docs/events.md, with the texts of the language. */
export function toExampleEvent(event: EventName, language: ExampleLanguage): WebhookPayload {
  const { references, data, ...rest } = EXAMPLE_EVENTS[event];
  const [delivery_status_locale_short, delivery_status_locale_long, expected_delivery_date_formatted] = EXAMPLE_TEXTS[language][event];
  const texts = { delivery_status_locale_short, delivery_status_locale_long, expected_delivery_date_formatted };
  return { ...rest, references: { ...references, language }, data: { ...data, ...texts } };
}

const EXAMPLE = { eventid: '5b0a1c52-9d3f-4b61-8a4e-2f6f0f5f3c21', atMs: Date.parse('2026-03-29T10:00:00.250Z') };

/** Describes an operational event as a receiver of this format gets it. */
export const toOperationalEventTypeView = (
  type: OperationalEventName,
  { format, identity }: Pick<Wording, 'format' | 'identity'>,
): OperationalEventTypeView => ({
  type,
  meaning: OPERATIONAL_MEANINGS[type],
  contentType: 'application/json',
  schema: { $schema, ...operationalSchemaOf(type, format) },
  example: toOperationalExample(type, { format, identity }),
});

export const toOperationalExample = (type: OperationalEventName, { format, identity }: Pick<Wording, 'format' | 'identity'>): JsonObject =>
  JSON.parse(toOperationalBody(exampleOperationalEvent({ type, ...EXAMPLE }), format, identity)) as JsonObject;
