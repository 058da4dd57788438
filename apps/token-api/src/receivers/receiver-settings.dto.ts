import {
  type ContentFilter,
  ETA_UNKNOWN_FORMS,
  type EtaUnknownForm,
  ON_GONE,
  type OnGone,
  REFERENCE_KEYS,
  type ReferenceKey,
  WEBHOOK_FORMATS,
  type WebhookEventName,
  type WebhookFormat,
} from '#libs/contracts';
import { choice, flag, mapOf, nameText, objectOf, orNull, text, wholeNumber } from '../validation/field-rules.js';
import { fieldNames, IsChoice, IsFlag, IsListOf, IsName, IsText, IsWholeNumber, Satisfies } from '../validation/field.decorator.js';
import { clientCertificateRule, type GivenClientCertificate } from './client-certificate.js';
import { eventNames, filterRule, MOST_VALUES } from '../receiver-filters/filter.dto.js';
import { authRule, disablingDuration, type ReceiverAuth, urlRule } from './receiver-rules.js';

const MAX_NAME_CHARS = 100;
const MAX_DESCRIPTION_CHARS = 1000;
const MAX_PER_SECOND = 10_000;
const MAX_IN_FLIGHT = 1000;
const TIMEOUT_MS = { least: 100, most: 60_000 };

const metadataRule = mapOf(nameText({ min: 1, max: 40 }), text({ max: 500 }), 20);

export const signingRule = objectOf({ enabled: { rule: flag, isOptional: true } });

/**
 * The settings of a receiver, each described once. The bodies, the answers, the audit log and docs/openapi.json follow from this class. The
 * column with the same name in ReceiverEntity has the default.
 */
export class ReceiverSettings {
  @Satisfies(urlRule, 'The URL that webhooks go to: https, a public address, and no user name or password in it.')
  url: string;

  @IsName({ max: MAX_NAME_CHARS, description: 'A name for people; empty or left out = the host of `url`.' })
  name: string;

  @IsText({ max: MAX_DESCRIPTION_CHARS, description: 'The purpose of the receiver.' })
  description: string;

  @Satisfies(metadataRule, 'Your own keys and values, replaced as a whole. Do not put personal data here: erasure does not reach it.')
  metadata: Record<string, string>;

  @IsFlag('false = switched off: nothing new is sent to the receiver.')
  enabled: boolean;

  @Satisfies(
    eventNames,
    'The events that are sent to the receiver; empty = the eleven events and no operational event. `filter` and `queryParameters` do not apply to operational events.',
  )
  events: WebhookEventName[];

  @Satisfies(
    filterRule,
    `Lists of allowed values, compared exactly; an event must match every list, and an empty list allows all values. A list that is left out stays as it is. Each event is judged by itself: a parcel may be told in part. At most ${MOST_VALUES} values in all lists together.`,
  )
  filter: Partial<ContentFilter>;

  @IsChoice(WEBHOOK_FORMATS, 'The plain payload, or the same payload in a CloudEvent 1.0.')
  format: WebhookFormat;

  @IsListOf(choice(REFERENCE_KEYS), REFERENCE_KEYS.length * 2, 'Keys of `references` to mirror in the query of the URL.')
  queryParameters: ReferenceKey[];

  @Satisfies(authRule, 'The credentials of the service at the receiver; replaced as a whole. The API never shows these secrets again.')
  auth: ReceiverAuth;

  @Satisfies(
    clientCertificateRule,
    'The client certificate for a receiver or token endpoint that demands one (mTLS); replaced as a whole, null = none. `certificate` is PEM with your own certificate first. The API never shows the key again.',
  )
  clientCertificate: GivenClientCertificate | null;

  @Satisfies(
    signingRule,
    'Standard Webhooks signatures, on by default. The secret is shown only in the answer to the request that creates it.',
  )
  signing: { enabled?: boolean };

  @IsChoice(ETA_UNKNOWN_FORMS, 'The value of `expected_delivery_date_raw` when no date is known: `{}`, `""` or `"null"`.')
  etaUnknownForm: EtaUnknownForm;

  @IsWholeNumber(TIMEOUT_MS.least, TIMEOUT_MS.most, 'The whole answer must arrive within this many milliseconds.')
  timeoutMs: number;

  @Satisfies(orNull(wholeNumber(1, MAX_PER_SECOND)), 'The most POSTs per second, by all instances together; null = no limit of yours.')
  maxPerSecond: number | null;

  @Satisfies(orNull(wholeNumber(1, MAX_IN_FLIGHT)), 'The most POSTs at once, by all instances together; null = no limit of yours.')
  maxInFlight: number | null;

  @IsChoice(ON_GONE, 'The effect of a 410: `retry` = it fails like any other error; `disable` = the service also disables the receiver.')
  onGone: OnGone;

  @Satisfies(
    orNull(disablingDuration),
    'ISO 8601, PT1H to P30D: the service disables the receiver when no attempt has succeeded for this time; null = never.',
  )
  disableAfterFailingFor: string | null;
}

/** These settings are stored and shown in another form (ReceiverView). All others are stored and shown as they are sent. */
export const OTHER_SETTINGS = ['filter', 'auth', 'clientCertificate', 'signing'] as const;

export type PlainSettings = Omit<ReceiverSettings, (typeof OTHER_SETTINGS)[number]>;

/** The settings in the examples of the API's document. */
export const EXAMPLE_SETTINGS: PlainSettings = {
  url: 'https://shop.example/webhooks',
  name: 'Web shop',
  description: '',
  metadata: { team: 'orders' },
  enabled: true,
  events: ['onDelivered'],
  format: 'plain',
  queryParameters: [],
  etaUnknownForm: 'object',
  timeoutMs: 15_000,
  maxPerSecond: 20,
  maxInFlight: null,
  onGone: 'retry',
  disableAfterFailingFor: null,
};

const NAMES = fieldNames(ReceiverSettings, OTHER_SETTINGS) as readonly (keyof PlainSettings)[];

/** The plain settings among the fields of a body or row, and no other field. A list keeps each word once. */
export function plainSettingsOf<T extends Partial<PlainSettings>>(source: T): Pick<T, keyof T & keyof PlainSettings> {
  const given = NAMES.filter((name) => source[name] !== undefined).map((name) => [name, withoutDoubles(source[name])]);
  return Object.fromEntries(given) as T;
}

const withoutDoubles = (value: unknown): unknown => (Array.isArray(value) ? [...new Set<unknown>(value)] : value);
