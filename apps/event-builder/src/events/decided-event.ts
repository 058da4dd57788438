import { type Cause, eventIdOf, type EventName } from '#libs/contracts';
import { type Consignment, rerouteLinkOf, type ScanFacts, trackingLinkOf } from '../consignment/consignment.js';
import type { DecidedEvent, DecisionRules } from './decision.js';
import { reliableDate } from './expected-delivery.js';
import { leadTimes } from './lead-times.js';
import { UTC } from '../consignment/recipient-zone.js';

export interface Happening {
  readonly event: EventName;
  readonly cause: Cause;
  readonly happenedAtMs: number;
  readonly facts: ScanFacts;
}

/** Builds the event as a customer sees it: the consignment after the cause, and the facts of the cause itself (domain D.6). */
export function toDecidedEvent(
  consignment: Consignment,
  { event, cause, happenedAtMs, facts }: Happening,
  rules: DecisionRules,
): DecidedEvent {
  const { zone, milestones, recordedAtMs } = consignment;
  return {
    event,
    eventid: eventIdOf(consignment.consignmentId, event, cause),
    happenedAtMs,
    causeCreatedAtMs: undefined,
    overdueSinceMs: undefined,
    references: consignment.record.references,
    facts,
    expectedDelivery: reliableDate(consignment.expectedDelivery, { happenedAtMs, zone, isDelivered: event === 'onDelivered' }),
    deliveryLocation: consignment.deliveryLocation?.value ?? '',
    trackingLink: trackingLinkOf(consignment) ?? '',
    rerouteLink: rerouteLinkOf(consignment),
    leadTimes: leadTimes(milestones, recordedAtMs, rules.leadTimeZone === 'utc' ? UTC : zone),
    zone,
  };
}
