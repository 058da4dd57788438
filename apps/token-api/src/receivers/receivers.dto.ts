import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import { DAY } from '#libs/config';
import { WEBHOOK_EVENT_NAMES, type WebhookEventName } from '#libs/contracts';
import { IsChoice, IsOmittable, IsWholeNumber, RefusesUnknown } from '../validation/field.decorator.js';
import { ReceiverSettings } from './receiver-settings.dto.js';

const MAX_OVERLAP_MS = 30 * DAY;

/** A `null` is not left out. */
const OMITTABLE = { skipNullProperties: false };

/** Query of GET /receivers, which has no filters: a filter that is sent must not seem to work. */
@RefusesUnknown()
export class ListReceiversDto {}

/** Body of POST /receivers. A misspelt `event` must not be read as all events. */
@RefusesUnknown()
export class CreateReceiverDto extends IntersectionType(
  PickType(ReceiverSettings, ['url']),
  PartialType(OmitType(ReceiverSettings, ['url']), OMITTABLE),
) {}

/** Body of PATCH /receivers/{receiverId}: what is left out stays. */
@RefusesUnknown()
export class ChangeReceiverDto extends PartialType(ReceiverSettings, OMITTABLE) {}

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
  @IsChoice(WEBHOOK_EVENT_NAMES, 'The kind of event to send.')
  event: WebhookEventName;
}
