import { AccountEntity } from './account.entity.js';
import { ApiTokenEntity } from './api-token.entity.js';
import { AttemptPartitionEntity } from './attempt-partition.entity.js';
import { AttemptRollupEntity } from './attempt-rollup.entity.js';
import { AuditLogEntity } from './audit-log.entity.js';
import { ConsignmentEntity } from './consignment.entity.js';
import { DeliveryEntity } from './delivery.entity.js';
import { DeliveryAttemptEntity } from './delivery-attempt.entity.js';
import { DeliveryOverflowEntity } from './delivery-overflow.entity.js';
import { ErasedConsignmentEntity } from './erased-consignment.entity.js';
import { ErasedParcelEntity } from './erased-parcel.entity.js';
import { EventEntity } from './event.entity.js';
import { EventPositionEntity } from './event-position.entity.js';
import { ExhaustedSeriesEntity } from './exhausted-series.entity.js';
import { InternalDelayDueEntity } from './internal-delay-due.entity.js';
import { MailBlockEntity } from './mail-block.entity.js';
import { MailConfirmationEntity } from './mail-confirmation.entity.js';
import { MailKeyEntity } from './mail-key.entity.js';
import { NotificationMailEntity } from './notification-mail.entity.js';
import { NotificationTargetEntity } from './notification-target.entity.js';
import { NotificationEntity } from './notification.entity.js';
import { NotificationProgressEntity } from './notification-progress.entity.js';
import { NotificationToldEntity } from './notification-told.entity.js';
import { OrphanScanEntity } from './orphan-scan.entity.js';
import { DeadLetterEntity } from './dead-letter.entity.js';
import { PastGenerationEntity } from './past-generation.entity.js';
import { ReceiverEntity } from './receiver.entity.js';
import { ReceiverHealthEntity } from './receiver-health.entity.js';
import { ReceiverOutageEntity } from './receiver-outage.entity.js';
import { ReceiverQueueEntity } from './receiver-queue.entity.js';
import { RedeliveryEntity } from './redelivery.entity.js';
import { ScanEntity } from './scan.entity.js';
import { SecretsCheckEntity } from './secrets-check.entity.js';
import { SessionEntity } from './session.entity.js';
import { SessionLinkEntity } from './session-link.entity.js';
import { StatisticsProgressEntity } from './statistics-progress.entity.js';
import { UnmappedCodeEntity } from './unmapped-code.entity.js';
import { UnmappedTextEntity } from './unmapped-text.entity.js';

/** One entity per table. Only migrations change the tables; `test/int/entities.int.spec.ts` compares both. */
export const ENTITIES = [
  AccountEntity,
  ApiTokenEntity,
  AttemptPartitionEntity,
  AttemptRollupEntity,
  AuditLogEntity,
  ConsignmentEntity,
  DeliveryEntity,
  DeliveryAttemptEntity,
  DeliveryOverflowEntity,
  ErasedConsignmentEntity,
  ErasedParcelEntity,
  EventEntity,
  EventPositionEntity,
  ExhaustedSeriesEntity,
  InternalDelayDueEntity,
  MailBlockEntity,
  MailConfirmationEntity,
  MailKeyEntity,
  NotificationMailEntity,
  NotificationTargetEntity,
  NotificationEntity,
  NotificationProgressEntity,
  NotificationToldEntity,
  OrphanScanEntity,
  DeadLetterEntity,
  PastGenerationEntity,
  ReceiverEntity,
  ReceiverHealthEntity,
  ReceiverOutageEntity,
  ReceiverQueueEntity,
  RedeliveryEntity,
  ScanEntity,
  SecretsCheckEntity,
  SessionEntity,
  SessionLinkEntity,
  StatisticsProgressEntity,
  UnmappedCodeEntity,
  UnmappedTextEntity,
];
