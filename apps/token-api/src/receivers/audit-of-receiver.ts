import { changedFields } from '../audit/audit-entry.js';
import { type ReceiverRow, toReceiverView } from './receiver-view.js';

type StoredRow = Omit<ReceiverRow, 'auth'> & { readonly auth: ReceiverRow['auth'] & { readonly sealed?: string } };

export interface ReceiverAudit {
  readonly before: object;
  readonly after: object;
}

/** What the audit log says of a change: the fields that differ, and that credentials were replaced, never which ones. Undefined = nothing differs. */
export function auditOf(before: StoredRow, after: StoredRow): ReceiverAudit | undefined {
  const changed = changedFields(withoutTimes(before), withoutTimes(after));
  const areReplaced = after.auth.sealed !== undefined && before.auth.sealed !== after.auth.sealed;
  const audit = { before: changed.before, after: { ...changed.after, ...(areReplaced && { credentials: 'replaced' }) } };
  return Object.keys({ ...audit.before, ...audit.after }).length === 0 ? undefined : audit;
}

function withoutTimes(row: ReceiverRow): object {
  const { createdAt: _, updatedAt: __, ...view } = toReceiverView(row);
  return view;
}
