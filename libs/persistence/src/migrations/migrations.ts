// Written by UPDATE_DOCS=1 npm test -- --selectProjects truth, from the files of this folder.
import { FirstTables1763700000000 } from './1763700000000-first-tables.migration.js';
import { DeliveryBacklog1763750000000 } from './1763750000000-delivery-backlog.migration.js';
import { Retention1763800000000 } from './1763800000000-retention.migration.js';
import { Redelivery1763810000000 } from './1763810000000-redelivery.migration.js';
import { AuditLog1763820000000 } from './1763820000000-audit-log.migration.js';
import { DeliveredOfReceiver1763830000000 } from './1763830000000-delivered-of-receiver.migration.js';
import { Erased1763831000000 } from './1763831000000-erased.migration.js';
import { ParkedNewest1763840000000 } from './1763840000000-parked-newest.migration.js';
import { CircuitShown1763850000000 } from './1763850000000-circuit-shown.migration.js';
import { UnmappedText1763860000000 } from './1763860000000-unmapped-text.migration.js';
import { SecretsCheck1763870000000 } from './1763870000000-secrets-check.migration.js';
import { RetiredChecks1763875000000 } from './1763875000000-retired-checks.migration.js';
import { DeferredEvent1763880000000 } from './1763880000000-deferred-event.migration.js';
import { ReceiverLife1763890000000 } from './1763890000000-receiver-life.migration.js';
import { HoldsAndLimits1763891000000 } from './1763891000000-holds-and-limits.migration.js';
import { Statistics1763900000000 } from './1763900000000-statistics.migration.js';
import { StatisticsIndexes1763910000000 } from './1763910000000-statistics-indexes.migration.js';
import { ConsignmentLists1763920000000 } from './1763920000000-consignment-lists.migration.js';
import { AttemptDetails1763930000000 } from './1763930000000-attempt-details.migration.js';
import { EventPosition1763940000000 } from './1763940000000-event-position.migration.js';
import { EventPositionIndex1763941000000 } from './1763941000000-event-position-index.migration.js';
import { ParkedMessage1763950000000 } from './1763950000000-parked-message.migration.js';
import { AuditOfSubject1763951000000 } from './1763951000000-audit-of-subject.migration.js';
import { Sessions1763960000000 } from './1763960000000-sessions.migration.js';
import { Search1763962000000 } from './1763962000000-search.migration.js';
import { LastExhausted1763963000000 } from './1763963000000-last-exhausted.migration.js';
import { StillFailedIndex1763963100000 } from './1763963100000-still-failed-index.migration.js';
import { AttemptPartition1763970000000 } from './1763970000000-attempt-partition.migration.js';
import { AttemptFacts1763980000000 } from './1763980000000-attempt-facts.migration.js';
import { AttemptCertificates1763989000000 } from './1763989000000-attempt-certificates.migration.js';
import { Notifications1763990000000 } from './1763990000000-notifications.migration.js';
import { NotificationIndexes1763991000000 } from './1763991000000-notification-indexes.migration.js';
import { RedeliveryLists1763992000000 } from './1763992000000-redelivery-lists.migration.js';
import { AccountTimeZone1763993000000 } from './1763993000000-account-time-zone.migration.js';
import { FailuresFrom1763994000000 } from './1763994000000-failures-from.migration.js';

/** In the order in which they run. */
export const MIGRATIONS = [
  FirstTables1763700000000,
  DeliveryBacklog1763750000000,
  Retention1763800000000,
  Redelivery1763810000000,
  AuditLog1763820000000,
  DeliveredOfReceiver1763830000000,
  Erased1763831000000,
  ParkedNewest1763840000000,
  CircuitShown1763850000000,
  UnmappedText1763860000000,
  SecretsCheck1763870000000,
  RetiredChecks1763875000000,
  DeferredEvent1763880000000,
  ReceiverLife1763890000000,
  HoldsAndLimits1763891000000,
  Statistics1763900000000,
  StatisticsIndexes1763910000000,
  ConsignmentLists1763920000000,
  AttemptDetails1763930000000,
  EventPosition1763940000000,
  EventPositionIndex1763941000000,
  ParkedMessage1763950000000,
  AuditOfSubject1763951000000,
  Sessions1763960000000,
  Search1763962000000,
  LastExhausted1763963000000,
  StillFailedIndex1763963100000,
  AttemptPartition1763970000000,
  AttemptFacts1763980000000,
  AttemptCertificates1763989000000,
  Notifications1763990000000,
  NotificationIndexes1763991000000,
  RedeliveryLists1763992000000,
  AccountTimeZone1763993000000,
  FailuresFrom1763994000000,
];
