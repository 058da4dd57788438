// One operational event: what the job decides, what each recipient gets of it.
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

/** What a row of table `notification` says. */
export interface Notification {
  readonly eventid: string;
  readonly account: number;
  readonly event: OperationalEventName;
  readonly createdAt: Date;
  /** The first ones. */
  readonly entries: readonly OperationalEntry[];
  /** The receiver of each entry, also of those that are not kept. */
  readonly subjects: readonly string[];
  /** What each entry counts. */
  readonly counts: readonly number[];
}

export type NewNotification = Omit<Notification, 'eventid' | 'createdAt'>;

/** Something to tell of one receiver. */
export interface Finding {
  readonly account: number;
  readonly event: OperationalEventName;
  readonly entry: OperationalEntry;
}

/** Entries that are kept: those that are listed, and two that may be of the recipient itself, for its client and its server certificate. */
const KEPT_ENTRIES = MOST_LISTED + 2;

/** One event for all findings of an account and type. */
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

/** @returns the event without what it says of the recipient; undefined = it says nothing else */
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

/** The same ids however often it is made; undefined = the event says nothing to the recipient. */
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
