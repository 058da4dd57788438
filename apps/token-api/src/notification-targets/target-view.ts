import { changedFields } from '../audit/audit-entry.js';
import type { Caller } from '../http/access.decorator.js';
import type { TargetView } from './targets.dto.js';

/** A row of table notification_target. */
interface StoredTarget extends Omit<TargetView, 'address' | 'stateAt' | 'createdAt' | 'updatedAt'> {
  readonly address: string;
  readonly stateAt: Date;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Addresses are personal: below scope `write`, a target is its name. */
export function toTargetView(target: StoredTarget, { scope }: Pick<Caller, 'scope'>): TargetView {
  const { targetId, kind, name, address, types, receiverIds, state, stateAt, lastRefusal, createdAt, updatedAt } = target;
  const isShown = scope !== 'read';
  return {
    targetId,
    kind,
    name,
    address: isShown ? address : null,
    types,
    receiverIds,
    state,
    stateAt: stateAt.toISOString(),
    lastRefusal: isShown ? lastRefusal : null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

type Audited = Pick<StoredTarget, 'kind' | 'name' | 'types' | 'receiverIds' | 'state'>;

/** Without the address: the audit log is kept for longer than a target. */
export const toAudited = ({ kind, name, types, receiverIds, state }: Audited): object => ({
  kind,
  name,
  types: types.toSorted(),
  receiverIds: receiverIds?.toSorted() ?? null,
  state,
});

/** Returns the changed fields; undefined = no change. */
export function auditOf(before: Audited, after: Audited): { readonly before: object; readonly after: object } | undefined {
  const changed = changedFields(toAudited(before), toAudited(after));
  return Object.keys(changed.before).length + Object.keys(changed.after).length === 0 ? undefined : changed;
}
