import { DELIVERY_STATES, type DeliveryState } from '#libs/contracts';
import { choice, instant } from '../validation/field-rules.js';
import { Optional, RefusesUnknown, Required } from '../validation/field.decorator.js';

/** What is pending is on its way already. */
export type EndedState = Exclude<DeliveryState, 'pending'>;
const ENDED_STATES = DELIVERY_STATES.filter((state): state is EndedState => state !== 'pending');

/** Body of POST /receivers/{receiverId}/redeliver: which of the receiver's deliveries are sent again. */
@RefusesUnknown()
export class RedeliverDto {
  @Required(instant, 'Deliveries created at or after this instant.')
  from: string;

  @Optional(instant, 'Deliveries created before this instant; absent, or in the future = now.')
  to?: string;

  @Required(choice(ENDED_STATES), 'Deliveries that ended so.')
  status: EndedState;
}
