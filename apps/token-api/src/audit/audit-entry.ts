export const AUDIT_ACTIONS = [
  'account.changed',
  'token.created',
  'token.revoked',
  'receiver.created',
  'receiver.changed',
  'receiver.disabled',
  'receiver.deleted',
  'receiver.signing_rotated',
  'receiver.signing_overlap_ended',
  'receiver.tested',
  'delivery.redelivery_requested',
  'receiver.redelivery_requested',
  'consignment.erased',
  'target.created',
  'target.changed',
  'target.confirmation_requested',
  'target.confirmed',
  'target.unsubscribed',
  'target.undeliverable',
  'target.tested',
  'target.deleted',
  'session.opened',
  'session.ended',
  'session.link_created',
  'session.link_ended',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** The author of a change: a token in the API, directly or through a session; or an operator with a command. */
export type AuditActor =
  | { readonly tokenId: number; readonly requestId: string; readonly session?: { readonly sessionId: string } | undefined }
  | { readonly command: string };

export interface AuditEntry {
  readonly account: number;
  readonly by: AuditActor;
  readonly action: AuditAction;
  /** tokenId, receiverId, deliveryId, consignmentId, sessionId, linkId or the number of the account, depending on the action. */
  readonly subjectId: string;
  /** The values before the change, without secrets, as in `after`; undefined = there were none. */
  readonly before?: object;
  readonly after?: object;
}

type Fields = Readonly<Record<string, unknown>>;

/** Returns the fields that differ between two views, with their old and new values. */
export function changedFields(before: object, after: object): { before: Fields; after: Fields } {
  const [old, now] = [before as Fields, after as Fields];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((name) => !isSame(old[name], now[name]));
  return { before: pick(old, names), after: pick(now, names) };
}

const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);

const pick = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])));
