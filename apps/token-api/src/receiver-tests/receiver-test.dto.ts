import { EVENT_NAMES, type EventName } from '#libs/contracts';
import { choice } from '../validation/field-rules.js';
import { RefusesUnknown, Required } from '../validation/field.decorator.js';

/** Body of POST /receivers/{receiverId}/test. */
@RefusesUnknown()
export class TestReceiverDto {
  @Required(choice(EVENT_NAMES), 'The kind of event to send.')
  event: EventName;
}
