import type { Finding } from './parcel-entries.js';

export type NextStep =
  | { readonly kind: 'delivery'; readonly deliveryId: string }
  | { readonly kind: 'receiver'; readonly receiverId: string }
  /** `from` = when the event came. */
  | { readonly kind: 'recover'; readonly receiverId: string; readonly from: string | undefined }
  | { readonly kind: 'create' };

const REPAIRED_AT_RECEIVER: ReadonlySet<Finding['code']> = new Set(['switched_off', 'disabled', 'event_filter', 'content_filter']);
/** The view Recover sends events that a receiver missed. An event that its filters leave out was not missed. */
const MISSED: ReadonlySet<Finding['code']> = new Set(['switched_off', 'disabled', 'created_later']);

/** Returns the views in which a person does what a finding advises. */
export function nextSteps({ code, severity, at, deliveryId, receiverId }: Finding): NextStep[] {
  if (code === 'no_receiver') return [{ kind: 'create' }];
  if (deliveryId !== null) return [{ kind: 'delivery', deliveryId }];
  if (receiverId === null || severity === 'waiting') return [];
  return [
    ...(REPAIRED_AT_RECEIVER.has(code) ? [{ kind: 'receiver' as const, receiverId }] : []),
    ...(MISSED.has(code) && severity === 'problem' ? [{ kind: 'recover' as const, receiverId, from: at ?? undefined }] : []),
  ];
}
