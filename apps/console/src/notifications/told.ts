// Who is told about the receivers of an account, and how outages ended.
import type { Schemas } from '../api/schemas.js';

type Receiver = Pick<Schemas['ListedReceiver'], 'receiverId' | 'enabled' | 'events'>;
type Notification = Pick<Schemas['Notification'], 'type' | 'timestamp' | 'data'>;
type Type = Schemas['Notification']['type'];

/** Returns the receivers that get events of this type. @param about a receiver gets no event about itself */
export const toldOf = <T extends Receiver>(receivers: readonly T[], type: Type, about?: string): readonly T[] =>
  receivers.filter(({ receiverId, enabled, events }) => enabled && receiverId !== about && events.includes(type));

type Target = Pick<Schemas['NotificationTarget'], 'state' | 'types' | 'receiverIds'>;

/** Returns the confirmed mail targets that hear of events of this type. */
export const mailedOf = <T extends Target>(targets: readonly T[], type: Type, about?: string): readonly T[] =>
  targets.filter(
    ({ state, types, receiverIds }) =>
      state === 'confirmed' && types.includes(type) && (about === undefined || receiverIds === null || receiverIds.includes(about)),
  );

interface Told {
  readonly receivers: readonly Receiver[];
  readonly targets: readonly Target[];
}

/** True when nobody hears that the receiver fails. Without an id: that any receiver fails. */
export const isNobodyTold = ({ receivers, targets }: Told, about?: string): boolean =>
  toldOf(receivers, 'receiver.failing', about).length + mailedOf(targets, 'receiver.failing', about).length === 0;

const keyOf = ({ receiverId, since }: Notification['data']['receivers'][number]): string => `${receiverId} ${since ?? ''}`;

/** Returns when each outage ended, by `outageKey`. An outage without an entry lasts, was switched off, or ended in an event that is not loaded. */
export function endsOf(notifications: readonly Notification[]): ReadonlyMap<string, string> {
  const recovered = notifications.filter(({ type }) => type === 'receiver.recovered');
  return new Map(recovered.flatMap(({ timestamp, data }) => data.receivers.map((entry) => [keyOf(entry), timestamp] as const)));
}

/** The outage that an entry of `receiver.failing` reports. */
export const outageKey = keyOf;
