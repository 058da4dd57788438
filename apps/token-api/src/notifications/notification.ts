// An operational event: the decision of the job, and the event for each recipient.
import {
  type CloudEventIdentity,
  type DeliveryAttempt,
  deliveryIdOf,
  MOST_LISTED,
  onlyReferences,
  operationalConsignmentIdOf,
  type OperationalEntry,
  type OperationalEvent,
  type OperationalEventName,
  toOperationalBody,
  type WebhookFormat,
} from '#libs/contracts';

/** A row of table `notification`. */
export interface Notification {
  readonly eventid: string;
  readonly account: number;
  readonly event: OperationalEventName;
  readonly createdAt: Date;
  /** The first entries, up to KEPT_ENTRIES. */
  readonly entries: readonly OperationalEntry[];
  /** The receiver of each entry, including entries that are not kept. */
  readonly subjects: readonly string[];
  /** The number of deliveries in each entry; 1 for an entry without deliveries. */
  readonly counts: readonly number[];
}

export type NewNotification = Omit<Notification, 'eventid' | 'createdAt'>;

/** A fact about one receiver, for its account. */
export interface Finding {
  readonly account: number;
  readonly event: OperationalEventName;
  readonly entry: OperationalEntry;
}

/** The listed entries and two more: up to two entries may be about the recipient itself, for its client and its server certificate. */
const KEPT_ENTRIES = MOST_LISTED + 2;

/** Makes one event of all findings of an account and type. */
export function toNotifications(findings: readonly Finding[]): NewNotification[] {
  const groups = Map.groupBy(findings, ({ account, event }) => `${account} ${event}`);
  return [...groups.values()].map((group) => ({
    account: group[0]!.account,
    event: group[0]!.event,
    entries: group.slice(0, KEPT_ENTRIES).map(({ entry }) => entry),
    subjects: group.map(({ entry }) => entry.receiverId),
    counts: group.map(({ entry }) => ('count' in entry ? entry.count : 1)),
  }));
}

/** Returns the event without the entries about the recipient; undefined = it has no other entries. */
export function toEventFor(notification: Notification, recipientId: string): OperationalEvent | undefined {
  const { event, eventid, createdAt, entries, subjects, counts } = notification;
  const count = counts.reduce((sum, each, index) => (subjects[index] === recipientId ? sum : sum + each), 0);
  if (count === 0) return undefined;
  const receivers = entries.filter(({ receiverId }) => receiverId !== recipientId).slice(0, MOST_LISTED);
  return { type: event, eventid, timestamp: createdAt.toISOString(), data: { count, receivers } };
}

export interface Recipient {
  readonly receiverId: string;
  readonly format: WebhookFormat;
}

/** An operational event has no parcel. */
export const NO_REFERENCES = onlyReferences({});

/** Makes the recipient's attempt, always with the same ids; undefined = the event has nothing for the recipient. */
export function toAttempt(
  notification: Notification,
  { receiverId, format }: Recipient,
  identity: CloudEventIdentity,
): DeliveryAttempt | undefined {
  const { account, event, eventid, createdAt } = notification;
  const toTell = toEventFor(notification, receiverId);
  return (
    toTell && {
      deliveryId: deliveryIdOf(eventid, receiverId),
      deliveryCreatedAtMs: createdAt.getTime(),
      receiverId,
      account,
      consignmentId: operationalConsignmentIdOf(account),
      eventid,
      event,
      round: 1,
      attempt: 1,
      references: NO_REFERENCES,
      body: Buffer.from(toOperationalBody(toTell, format, identity)),
    }
  );
}
