import { DAY } from '#libs/config';
import {
  ETA_UNKNOWN_FORMS,
  type EtaUnknownForm,
  EVENT_NAMES,
  type EventName,
  REFERENCE_KEYS,
  type ReferenceKey,
  WEBHOOK_FORMATS,
  type WebhookFormat,
} from '#libs/contracts';
import { choice, flag, objectOf, text } from '../validation/field-rules.js';
import { IsChoice, IsFlag, IsListOf, IsOmittable, IsWholeNumber, RefusesUnknown, Satisfies } from '../validation/field.decorator.js';
import { authRule, type ReceiverAuth, urlRule } from './receiver-rules.js';

const MAX_CLIENTS = 1000;
const MAX_CLIENT_LENGTH = 200;
const MAX_OVERLAP_MS = 30 * DAY;
const URL_TEXT = 'Where the webhooks go: https, no user name or password in it, a public address.';
const TIMEOUT_MS = { least: 100, most: 60_000 };

export const signingRule = objectOf({ enabled: { rule: flag, isOptional: true } });

/** What a receiver can be configured with besides its address (domain D.10); every field may be left out. */
class ReceiverOptionsDto {
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
