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
import { Optional, Required } from '../validation/field.decorator.js';
import { authFaults, type ReceiverAuth } from './auth-rule.js';
import { signingFaults } from './signing-rule.js';
import { urlFaults } from './url-rule.js';

const MAX_CLIENTS = 1000;
const MAX_CLIENT_LENGTH = 200;
const MAX_OVERLAP_MS = 30 * DAY;
const TIMEOUT_MS = { least: 100, most: 60_000 };

/** What a receiver can be configured with besides its address (domain D.10); every field may be left out. */
class ReceiverOptionsDto {
  @Optional(flag)
  enabled?: boolean;

  /** Empty = all. */
  @Optional(listOf(choice(EVENT_NAMES), EVENT_NAMES.length * 2))
  events?: EventName[];

  /** Empty = all. */
  @Optional(listOf(text({ max: MAX_CLIENT_LENGTH }), MAX_CLIENTS))
  clients?: string[];

  @Optional(choice(WEBHOOK_FORMATS))
  format?: WebhookFormat;

  @Optional(listOf(choice(REFERENCE_KEYS), REFERENCE_KEYS.length * 2))
  queryParameters?: ReferenceKey[];

  @Optional(authFaults)
  auth?: ReceiverAuth;

  @Optional(signingFaults)
  signing?: { enabled?: boolean };

  @Optional(choice(ETA_UNKNOWN_FORMS))
  etaUnknownForm?: EtaUnknownForm;

  @Optional(wholeNumber(TIMEOUT_MS.least, TIMEOUT_MS.most))
  timeoutMs?: number;
}

/** Body of POST /receivers. */
export class CreateReceiverDto extends ReceiverOptionsDto {
  @Required(urlFaults)
  url: string;
}

/** Body of PATCH /receivers/{receiverId}: what is left out stays. */
export class ChangeReceiverDto extends ReceiverOptionsDto {
  @Optional(urlFaults)
  url?: string;
}

/** Body of POST /receivers/{receiverId}/signing/rotate. */
export class RotateSigningDto {
  /** How long the replaced secret goes on signing, ms; 0 = not at all. */
  @Optional(wholeNumber(0, MAX_OVERLAP_MS))
  overlapMs?: number;
}
