import { DAY } from '#libs/config';
import {
  ETA_UNKNOWN_FORMS,
  type EtaUnknownForm,
  EVENT_NAMES,
  type EventName,
  ON_GONE,
  type OnGone,
  REFERENCE_KEYS,
  type ReferenceKey,
  WEBHOOK_FORMATS,
  type WebhookFormat,
} from '#libs/contracts';
import { choice, flag, mapOf, nameText, objectOf, orNull, text, wholeNumber } from '../validation/field-rules.js';
import {
  IsChoice,
  IsFlag,
  IsListOf,
  IsName,
  IsOmittable,
  IsText,
  IsWholeNumber,
  RefusesUnknown,
  Satisfies,
} from '../validation/field.decorator.js';
import { clientCertificateRule, type GivenClientCertificate } from './client-certificate.js';
import { authRule, disablingDuration, type ReceiverAuth, urlRule } from './receiver-rules.js';

const MAX_NAME_CHARS = 100;
const MAX_DESCRIPTION_CHARS = 1000;
const MAX_PER_SECOND = 10_000;
const MAX_IN_FLIGHT = 1000;
const MAX_CLIENTS = 1000;
const MAX_CLIENT_LENGTH = 200;
const MAX_OVERLAP_MS = 30 * DAY;
const URL_TEXT = 'Where the webhooks go: https, no user name or password in it, a public address.';
const TIMEOUT_MS = { least: 100, most: 60_000 };

/** A map of texts. */
const metadataRule = mapOf(nameText({ min: 1, max: 40 }), text({ max: 500 }), 20);

export const signingRule = objectOf({ enabled: { rule: flag, isOptional: true } });

/** What a receiver can be configured with besides its address (domain D.10); every field may be left out. */
class ReceiverOptionsDto {
  @IsOmittable()
  @IsName({ max: MAX_NAME_CHARS, description: 'What people call it; empty = the host of `url`.' })
  name?: string;

  @IsOmittable()
  @IsText({ max: MAX_DESCRIPTION_CHARS, description: 'What it is for.' })
  description?: string;

  @IsOmittable()
  @Satisfies(metadataRule, 'Your own keys and values, replaced as a whole. Personal data has no business here: no erasure reaches it.')
  metadata?: Readonly<Record<string, string>>;

  @IsOmittable()
  @IsFlag('false = paused: nothing new is sent to it.')
  enabled?: boolean;

  @IsOmittable()
  @IsListOf(choice(EVENT_NAMES), EVENT_NAMES.length * 2, 'The events that are sent to it; empty = all.')
  events?: EventName[];

  @IsOmittable()
  @IsListOf(
    text({ max: MAX_CLIENT_LENGTH }),
    MAX_CLIENTS,
    'Only events of these shops (`references.client`, compared exactly); empty = all.',
  )
  clients?: string[];

  @IsOmittable()
  @IsChoice(WEBHOOK_FORMATS, 'The plain payload, or the same in a CloudEvent 1.0.')
  format?: WebhookFormat;

  @IsOmittable()
  @IsListOf(choice(REFERENCE_KEYS), REFERENCE_KEYS.length * 2, 'Keys of `references` to mirror in the query of the URL.')
  queryParameters?: ReferenceKey[];

  @IsOmittable()
  @Satisfies(authRule, 'How the service proves itself to the receiver; replaced as a whole. The API never shows these secrets again.')
  auth?: ReceiverAuth;

  @IsOmittable()
  @Satisfies(
    clientCertificateRule,
    'Shown to the receiver and its token endpoint where they demand it (mTLS); replaced as a whole, null = none. `certificate`: PEM, your own first. The API never shows the key again.',
  )
  clientCertificate?: GivenClientCertificate | null;

  @IsOmittable()
  @Satisfies(
    signingRule,
    'Standard Webhooks signatures, on by default. The secret is shown only in the answer to the request that creates it.',
  )
  signing?: { enabled?: boolean };

  @IsOmittable()
  @IsChoice(ETA_UNKNOWN_FORMS, 'How `expected_delivery_date_raw` says that no date is known: `{}`, `""` or `"null"`.')
  etaUnknownForm?: EtaUnknownForm;

  @IsOmittable()
  @IsWholeNumber(TIMEOUT_MS.least, TIMEOUT_MS.most, 'The whole answer must have come within this many milliseconds.')
  timeoutMs?: number;

  @IsOmittable()
  @Satisfies(orNull(wholeNumber(1, MAX_PER_SECOND)), 'Most POSTs a second, all instances together; null = no limit of yours.')
  maxPerSecond?: number | null;

  @IsOmittable()
  @Satisfies(orNull(wholeNumber(1, MAX_IN_FLIGHT)), 'Most POSTs at once, all instances together; null = no limit of yours.')
  maxInFlight?: number | null;

  @IsOmittable()
  @IsChoice(ON_GONE, 'What a 410 does: `retry` = it fails like any other error; `disable` = the service also disables the receiver.')
  onGone?: OnGone;

  @IsOmittable()
  @Satisfies(
    orNull(disablingDuration),
    'ISO 8601, PT1H to P30D: the service disables the receiver when no attempt has succeeded for so long; null = never.',
  )
  disableAfterFailingFor?: string | null;
}

/** Query of GET /receivers, which has no filters: one that is sent must not seem to be heeded. */
@RefusesUnknown()
export class ListReceiversDto {}

/** Body of POST /receivers. `event` for `events` must not mean all. */
@RefusesUnknown()
export class CreateReceiverDto extends ReceiverOptionsDto {
  @Satisfies(urlRule, URL_TEXT)
  url: string;
}

/** Body of PATCH /receivers/{receiverId}: what is left out stays. */
@RefusesUnknown()
export class ChangeReceiverDto extends ReceiverOptionsDto {
  @IsOmittable()
  @Satisfies(urlRule, URL_TEXT)
  url?: string;
}

/** Body of POST /receivers/{receiverId}/signing/rotate. */
@RefusesUnknown()
export class RotateSigningDto {
  @IsOmittable()
  @IsWholeNumber(0, MAX_OVERLAP_MS, 'How long the replaced secret goes on signing, in milliseconds; 0 = not at all.')
  overlapMs?: number;
}

/** Body of POST /receivers/{receiverId}/test. */
@RefusesUnknown()
export class TestReceiverDto {
  @IsChoice(EVENT_NAMES, 'The kind of event to send.')
  event: EventName;
}
