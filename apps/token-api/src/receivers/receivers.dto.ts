import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import { DAY } from '#libs/config';
import { WEBHOOK_EVENT_NAMES, type WebhookEventName } from '#libs/contracts';
import { IsChoice, IsOmittable, IsWholeNumber, RefusesUnknown } from '../validation/field.decorator.js';
import { ReceiverSettings } from './receiver-settings.dto.js';

const MAX_OVERLAP_MS = 30 * DAY;

/** A field with `null` does not count as left out. */
const OMITTABLE = { skipNullProperties: false };

/** Query of GET /receivers, which has no filters. A filter that is sent must not seem to work. */
@RefusesUnknown()
export class ListReceiversDto {}

/** Body of POST /receivers. A misspelt `event` must not be read as all events. */
@RefusesUnknown()
export class CreateReceiverDto extends IntersectionType(
  PickType(ReceiverSettings, ['url']),
  PartialType(OmitType(ReceiverSettings, ['url']), OMITTABLE),
) {}

/** Body of PATCH /receivers/{receiverId}. Fields that are left out stay as they are. */
@RefusesUnknown()
export class ChangeReceiverDto extends PartialType(ReceiverSettings, OMITTABLE) {}

/** Body of POST /receivers/{receiverId}/signing/rotate. */
@RefusesUnknown()
export class RotateSigningDto {
  @IsOmittable()
  @IsWholeNumber(0, MAX_OVERLAP_MS, 'The time for which the replaced secret still signs, in milliseconds; 0 = it stops at once.')
  overlapMs?: number;
}

/** Body of POST /receivers/{receiverId}/test. */
@RefusesUnknown()
export class TestReceiverDto {
  @IsChoice(WEBHOOK_EVENT_NAMES, 'The name of the event to send.')
  event: WebhookEventName;
}
