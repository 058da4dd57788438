// The columns of each file: fields of the API, with the same names.
import { type ContentFilter, FILTER_LISTS } from '#libs/contracts';
import type { AuditView } from '../audit/audit-log.dto.js';
import type { ListedConsignment } from '../consignments/consignment-list.dto.js';
import type { Delivery } from '../deliveries/deliveries.dto.js';
import type { ListedReceiver } from '../receivers/receiver-view.dto.js';
import type { ListedOrder } from '../redeliveries/redeliveries.repository.js';
import type { Columns } from './exported-list.js';

/** "" = the receiver was deleted, or the row is not about a receiver. */
export interface Named {
  readonly receiverName: string;
}

export const DELIVERY_COLUMNS: Columns<Delivery & Named> = {
  deliveryId: ({ deliveryId }) => deliveryId,
  createdAt: ({ createdAt }) => createdAt,
  kind: ({ kind }) => kind,
  event: ({ event }) => event,
  status: ({ status }) => status,
  orderNo: ({ orderNo }) => orderNo,
  courier: ({ courier }) => courier,
  trackingNumber: ({ trackingNumber }) => trackingNumber,
  receiverId: ({ receiverId }) => receiverId,
  receiverName: ({ receiverName }) => receiverName,
  isTest: ({ isTest }) => isTest,
  round: ({ round }) => round,
  attempts: ({ attempts }) => attempts,
  lastOutcome: ({ lastOutcome }) => lastOutcome,
  lastHttpStatus: ({ lastHttpStatus }) => lastHttpStatus,
  waitingFor: ({ waitingFor }) => waitingFor,
  nextAttemptAt: ({ nextAttemptAt }) => nextAttemptAt,
  updatedAt: ({ updatedAt }) => updatedAt,
  eventid: ({ eventid }) => eventid,
  consignmentId: ({ consignmentId }) => consignmentId,
};

export const CONSIGNMENT_COLUMNS: Columns<ListedConsignment> = {
  consignmentId: ({ consignmentId }) => consignmentId,
  createdAt: ({ createdAt }) => createdAt,
  orderNo: ({ orderNo }) => orderNo,
  courier: ({ courier }) => courier,
  trackingNumber: ({ trackingNumber }) => trackingNumber,
  generation: ({ generation }) => generation,
  isCurrent: ({ isCurrent }) => isCurrent,
  client: ({ client }) => client,
  status: ({ status }) => status,
  statusAt: ({ statusAt }) => statusAt,
  expectedStartDate: ({ expectedDelivery }) => expectedDelivery?.startDate,
  expectedEndDate: ({ expectedDelivery }) => expectedDelivery?.endDate,
  isReturn: ({ isReturn }) => isReturn,
  isCancelled: ({ isCancelled }) => isCancelled,
  updatedAt: ({ updatedAt }) => updatedAt,
};

export const RECEIVER_COLUMNS: Columns<ListedReceiver> = {
  receiverId: ({ receiverId }) => receiverId,
  name: ({ name }) => name,
  url: ({ url }) => url,
  state: ({ health }) => health.state,
  since: ({ health }) => health.since,
  reason: ({ health }) => health.reason,
  stillFailed: ({ health }) => health.stillFailed,
  attempts24h: ({ health }) => health.last24h.attempts,
  delivered24h: ({ health }) => health.last24h.delivered,
  failed24h: ({ health }) => health.last24h.failed,
  lastSuccessAt: ({ health }) => health.lastSuccessAt,
  oldestPendingAt: ({ health }) => health.oldestPendingAt,
  enabled: ({ enabled }) => enabled,
  events: ({ events }) => events.join(' '),
  filter: ({ filter }) => namedLists(filter),
  format: ({ format }) => format,
  createdAt: ({ createdAt }) => createdAt,
};

/** JSON of the lists that have values, because values may contain any character. */
function namedLists(filter: ContentFilter): string {
  const lists = FILTER_LISTS.filter((list) => filter[list].length > 0).map((list) => [list, filter[list]]);
  return lists.length === 0 ? '' : JSON.stringify(Object.fromEntries(lists));
}

export const REDELIVERY_COLUMNS: Columns<ListedOrder & Named> = {
  redeliveryId: ({ redeliveryId }) => redeliveryId,
  createdAt: ({ createdAt }) => createdAt,
  receiverId: ({ receiverId }) => receiverId,
  receiverName: ({ receiverName }) => receiverName,
  deliveryId: ({ deliveryId }) => deliveryId,
  from: ({ from }) => from,
  to: ({ to }) => to,
  status: ({ status }) => status,
  state: ({ state }) => state,
  total: ({ total }) => total,
  started: ({ started }) => started,
  updatedAt: ({ updatedAt }) => updatedAt,
};

export const AUDIT_COLUMNS: Columns<AuditView & Named> = {
  auditId: ({ auditId }) => auditId,
  at: ({ at }) => at,
  action: ({ action }) => action,
  subjectId: ({ subjectId }) => subjectId,
  receiverName: ({ receiverName }) => receiverName,
  tokenId: ({ by }) => by.tokenId,
  sessionId: ({ by }) => by.sessionId,
  openerNote: ({ by }) => by.opener?.note,
  command: ({ by }) => by.command,
  requestId: ({ by }) => by.requestId,
  before: ({ before }) => before && JSON.stringify(before),
  after: ({ after }) => after && JSON.stringify(after),
};
