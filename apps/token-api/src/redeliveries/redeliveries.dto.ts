import { DELIVERY_STATES, type DeliveryState, parseInstant } from '#libs/contracts';
import type { FieldFault } from '#libs/errors';
import { at, choice, instant, INSTANT_TEXT, invalid, NOT_NULL } from '../validation/field-rules.js';
import { Checked, RefusesUnknown, Required } from '../validation/field.decorator.js';

/** What is pending is on its way already. */
export type EndedState = Exclude<DeliveryState, 'pending'>;
const ENDED_STATES = DELIVERY_STATES.filter((state): state is EndedState => state !== 'pending');

/** Body of POST /receivers/{receiverId}/redeliver: which of the receiver's deliveries are sent again. */
@RefusesUnknown()
export class RedeliverDto {
  @Required(instant, `Deliveries created at or after this instant. ${INSTANT_TEXT}`)
  from: string;

  @Checked((body) => at('to', endFaults(body)), {
    ...instant.schema,
    description: `Deliveries created before this instant, which is later than \`from\`; absent, or in the future = now. ${INSTANT_TEXT}`,
  })
  to?: string;

  @Required(choice(ENDED_STATES), 'Only deliveries that ended with this status.')
  status: EndedState;
}

function endFaults({ from, to }: { readonly from?: unknown; readonly to?: unknown }): readonly FieldFault[] {
  if (to === undefined) return [];
  if (to === null) return NOT_NULL;
  const faults = instant(to);
  if (faults.length > 0 || instant(from).length > 0) return faults;
  return parseInstant(to as string)! > parseInstant(from as string)! ? [] : invalid('Must be later than `from`: nothing lies between.');
}
