// The meanings that a carrier's published code can have, and the readings that agree with each meaning: one table for all couriers.
import { type DeliveryStatus, EXCEPTION_CODES, RETURN_REASONS, type StatusHint } from '#libs/contracts';
import type { ScanReading } from './interpret-scan.js';

interface MeaningClass {
  readonly means: string;
  /** The statuses that agree with the class. */
  readonly statuses: readonly StatusHint[];
  /** The reasons that the class accepts: `delay:Customs`, `returned:Lost`. */
  readonly reasons?: readonly string[];
}

const ATTEMPTS: readonly StatusHint[] = ['FailedAttempt', 'FailedAttemptFirst', 'FailedAttemptSecond', 'FailedAttemptFinal'];
const NEAR: readonly DeliveryStatus[] = ['DestinationDeliveryCenter', 'DestinationDeliveryDepot'];
const BORDER: readonly DeliveryStatus[] = ['ExportHub', 'ImportHub', 'CustomsIn', 'CustomsReleased'];

export const MEANING_CLASSES: Readonly<Record<string, MeaningClass>> = {
  announced: { means: 'the label is made, the data has been sent', statuses: ['OrderProcessed'] },
  'at-sender': { means: 'the sender prepares, packs or loads the parcel', statuses: ['WarehousePrepared', 'Packed', 'Loaded', 'Upgrade'] },
  'pickup-planned': { means: 'the collection at the sender is planned or on its way', statuses: ['PickUpScheduled', 'PickUpPlanned'] },
  'pickup-cancelled': { means: 'the collection at the sender is cancelled', statuses: ['InternalStatus', 'PickUpPlanned'] },
  'pickup-failed': { means: 'the collection at the sender failed', statuses: ['Exception', 'PickUpPlanned'], reasons: EXCEPTION_CODES },
  cancelled: { means: 'the shipment is cancelled, its label is void', statuses: ['Cancelled'] },
  accepted: { means: 'the carrier has received the parcel from the sender', statuses: ['InboundScan'] },
  moving: { means: 'the parcel is on its way in the network', statuses: ['InTransit', 'InterimHaul', ...BORDER, ...NEAR, 'Stored'] },
  export: { means: 'it is made ready for, or has left, the country of origin', statuses: ['ExportHub'] },
  import: { means: 'it has arrived in the country of destination', statuses: ['ImportHub'] },
  customs: { means: 'it is in customs clearance', statuses: ['CustomsIn'] },
  'customs-released': { means: 'customs has released it', statuses: ['CustomsReleased'] },
  near: { means: 'it is in the region or the depot of the recipient', statuses: NEAR },
  stored: { means: 'the carrier keeps it, without a problem', statuses: ['Stored'] },
  appointment: { means: 'the day of delivery is announced', statuses: ['Scheduled'] },
  rerouted: { means: 'it goes to another place or on another day, as requested', statuses: ['Rerouted'] },
  preference: { means: 'the recipient has said how to deliver', statuses: ['InternalStatus', 'Rerouted'] },
  'to-pickup-point': { means: 'it is on its way to a shop or locker for collection', statuses: ['InTransit', 'Rerouted', ...NEAR] },
  'out-for-delivery': { means: 'it is on the delivery vehicle', statuses: ['OutForDelivery'] },
  'attempt-failed': { means: 'recipient not met, closed, no access, signature or age check missing', statuses: ATTEMPTS },
  'ready-for-pickup': { means: 'it waits in a shop, post office or locker', statuses: ['PickupReadyToday', 'PickupReadyNextDay'] },
  'pickup-reminder': { means: 'it still waits to be collected', statuses: ['ReturnWarning'] },
  collected: { means: 'the recipient has collected it', statuses: ['Delivered'] },
  delivered: { means: 'it is delivered', statuses: ['Delivered'] },
  'part-delivered': { means: 'a part of the shipment is delivered', statuses: ['PartiallyDelivered'] },
  refused: { means: 'the recipient refuses it', statuses: ['Exception'] },
  delay: { means: 'a delay or a delivery issue, with its reason', statuses: ['Exception'], reasons: EXCEPTION_CODES },
  returned: { means: 'it goes back to, or is back at, the sender, or is lost', statuses: ['Return'], reasons: RETURN_REASONS },
  'customer-return': {
    means: 'a return that the recipient has sent',
    statuses: ['ReturnRegistered', 'ReturnInProcess', 'ReturnProcessed', 'ReturnRefunded'],
  },
  internal: { means: 'internal activity of the carrier', statuses: ['Ignore'] },
  money: { means: 'money is moved, the parcel is not', statuses: ['Ignore'] },
  correction: { means: 'data is corrected', statuses: ['Ignore'] },
  duplicate: { means: 'repeats another notice', statuses: ['Ignore'] },
};

/** The only classes whose codes may be silent: no event and no onDispatch. */
export const SILENT_CLASSES = ['internal', 'money', 'correction', 'duplicate'];

/**
 * Checks the reading of a code against its class.
 * @param name `refused`, `delay:Customs` …
 * @returns what is wrong with the name or the reading; undefined = nothing
 */
export function contradiction(name: string, { status, exceptionCode, returnReason }: ScanReading): string | undefined {
  const [word = '', reason] = name.split(':');
  const known = MEANING_CLASSES[word];
  if (known === undefined) return `${name} is not a meaning class`;
  if (reason !== undefined && !known.reasons?.includes(reason)) return `${word} does not take the reason ${reason}`;
  if (!known.statuses.includes(status)) return `${name} is not ${status}`;
  const wanted = word === 'refused' ? 'CustomerRefusal' : reason;
  const told = status === 'Exception' ? exceptionCode : status === 'Return' ? returnReason : wanted;
  return told === wanted ? undefined : `${name} is not ${status} with ${told ?? 'no reason'}`;
}
