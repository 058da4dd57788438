import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import { DAY } from '#libs/config';
import { EVENT_NAMES, type EventName } from '#libs/contracts';
import { flag, objectOf } from '../validation/field-rules.js';
import { IsChoice, IsOmittable, IsWholeNumber, RefusesUnknown, Satisfies } from '../validation/field.decorator.js';
import { clientCertificateRule, type GivenClientCertificate } from './client-certificate.js';
import { authRule, type ReceiverAuth } from './receiver-rules.js';
import { ReceiverSettings } from './receiver-settings.dto.js';

const MAX_OVERLAP_MS = 30 * DAY;

export const signingRule = objectOf({ enabled: { rule: flag, isOptional: true } });

/** What a body can set: also what is stored sealed and shown without its secrets. */
class SentSettings extends ReceiverSettings {
  @Satisfies(authRule, 'How the service proves itself to the receiver; replaced as a whole. The API never shows these secrets again.')
  auth: ReceiverAuth;

  @Satisfies(
    clientCertificateRule,
    'Shown to the receiver and its token endpoint where they demand it (mTLS); replaced as a whole, null = none. `certificate`: PEM, your own first. The API never shows the key again.',
  )
  clientCertificate: GivenClientCertificate | null;

  @Satisfies(
    signingRule,
    'Standard Webhooks signatures, on by default. The secret is shown only in the answer to the request that creates it.',
  )
  signing: { enabled?: boolean };
}

/** A `null` is not left out. */
const OMITTABLE = { skipNullProperties: false };

/** Query of GET /receivers, which has no filters: a filter that is sent must not seem to work. */
@RefusesUnknown()
export class ListReceiversDto {}

/** Body of POST /receivers. A misspelt `event` must not be read as all events. */
@RefusesUnknown()
export class CreateReceiverDto extends IntersectionType(
  PickType(SentSettings, ['url']),
  PartialType(OmitType(SentSettings, ['url']), OMITTABLE),
) {}

/** Body of PATCH /receivers/{receiverId}: what is left out stays. */
@RefusesUnknown()
export class ChangeReceiverDto extends PartialType(SentSettings, OMITTABLE) {}

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
