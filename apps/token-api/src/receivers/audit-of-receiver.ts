import { changedFields } from '../audit/audit-entry.js';
import { type ReceiverRow, toReceiverView } from './receiver-view.js';

type StoredRow = ReceiverRow & {
  readonly auth: { readonly sealed?: string };
  /** Newest first. */
  readonly signingSecrets: readonly { readonly sealed: string }[];
};

export interface ReceiverAudit {
  readonly before: object;
  readonly after: object;
}

/** What the audit log says of a change: the fields that differ, and that credentials were replaced, never which ones. Undefined = nothing differs. */
export function auditOf(before: StoredRow, after: StoredRow): ReceiverAudit | undefined {
  const changed = changedFields(withoutTimes(before), withoutTimes(after));
  const audit = { before: changed.before, after: { ...changed.after, ...(hasNewSecret(before, after) && { credentials: 'replaced' }) } };
  return Object.keys({ ...audit.before, ...audit.after }).length === 0 ? undefined : audit;
}

/** Asked of what is sealed: a signing secret replaced without overlap leaves the view as it was. */
function hasNewSecret(before: StoredRow, after: StoredRow): boolean {
  const old = secretsOf(before);
  return secretsOf(after).some((sealed, index) => sealed !== undefined && sealed !== old[index]);
}

const secretsOf = ({ auth, signingSecrets }: StoredRow): (string | undefined)[] => [auth.sealed, signingSecrets[0]?.sealed];

function withoutTimes(row: ReceiverRow): object {
  const { createdAt: _, updatedAt: __, ...view } = toReceiverView(row);
  return view;
}
