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
import { choice, flag, listOf, text, wholeNumber } from '../validation/field-rules.js';
import { Optional, RefusesUnknown, Required } from '../validation/field.decorator.js';
import { authRule, type ReceiverAuth } from './auth-rule.js';
import { signingRule } from './signing-rule.js';
import { urlRule } from './url-rule.js';

const MAX_CLIENTS = 1000;
const MAX_CLIENT_LENGTH = 200;
const MAX_OVERLAP_MS = 30 * DAY;
const URL_TEXT = 'Where the webhooks go: https, no user name or password in it, a public address.';
const TIMEOUT_MS = { least: 100, most: 60_000 };

/** What a receiver can be configured with besides its address (domain D.10); every field may be left out. `event` for `events` must not mean all. */
@RefusesUnknown()
class ReceiverOptionsDto {
  @Optional(flag, 'false = paused: nothing new is sent to it.')
  enabled?: boolean;

  @Optional(listOf(choice(EVENT_NAMES), EVENT_NAMES.length * 2), 'The events that are sent to it; empty = all.')
  events?: EventName[];

  @Optional(
    listOf(text({ max: MAX_CLIENT_LENGTH }), MAX_CLIENTS),
    'Only events of these shops (`references.client`, compared exactly); empty = all.',
  )
  clients?: string[];

  @Optional(choice(WEBHOOK_FORMATS), 'The plain payload, or the same in a CloudEvent 1.0.')
  format?: WebhookFormat;

  @Optional(listOf(choice(REFERENCE_KEYS), REFERENCE_KEYS.length * 2), 'Keys of `references` to mirror in the query of the URL.')
  queryParameters?: ReferenceKey[];

  @Optional(authRule, 'How the service proves itself to the receiver; replaced as a whole. The API never shows these secrets again.')
  auth?: ReceiverAuth;

  @Optional(
    signingRule,
    'Standard Webhooks signatures, on by default. The secret is shown only in the answer to the request that creates it.',
  )
  signing?: { enabled?: boolean };

  @Optional(choice(ETA_UNKNOWN_FORMS), 'How `expected_delivery_date_raw` says that no date is known: `{}`, `""` or `"null"`.')
  etaUnknownForm?: EtaUnknownForm;

  @Optional(wholeNumber(TIMEOUT_MS.least, TIMEOUT_MS.most), 'The whole answer must have come within this many milliseconds.')
  timeoutMs?: number;
}

/** Query of GET /receivers, which has no filters: one that is sent must not seem to be heeded. */
@RefusesUnknown()
export class ListReceiversDto {}

/** Body of POST /receivers. */
export class CreateReceiverDto extends ReceiverOptionsDto {
  @Required(urlRule, URL_TEXT)
  url: string;
}

/** Body of PATCH /receivers/{receiverId}: what is left out stays. */
export class ChangeReceiverDto extends ReceiverOptionsDto {
  @Optional(urlRule, URL_TEXT)
  url?: string;
}

/** Body of POST /receivers/{receiverId}/signing/rotate. */
@RefusesUnknown()
export class RotateSigningDto {
  @Optional(wholeNumber(0, MAX_OVERLAP_MS), 'How long the replaced secret goes on signing, in milliseconds; 0 = not at all.')
  overlapMs?: number;
}
