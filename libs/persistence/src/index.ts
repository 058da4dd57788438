export { batchTransaction } from './batch-transaction.repository.js';
export { connect, createDataSource, toDataSourceOptions, underLock, withLongStatement } from './data-source.provider.js';
export { isDatabaseUnavailable } from './database-unavailable.js';
export { prepared } from './database.client.js';
export { disabling } from './disabling.js';
export { AccountEntity } from './entities/account.entity.js';
export { LIMITED_AFTER_S } from './entities/receiver-queue.entity.js';
export { OWNER_GONE_AFTER_S } from './entities/attempt-partition.entity.js';
export { ApiTokenEntity } from './entities/api-token.entity.js';
export { MAIL_STATES, type MailState } from './entities/notification-mail.entity.js';
export { NotificationTargetEntity, type TargetState } from './entities/notification-target.entity.js';
export { ReceiverEntity, type StoredAuth, type StoredClientCertificate, type StoredSigningSecret } from './entities/receiver.entity.js';
export { ReceiverHealthEntity } from './entities/receiver-health.entity.js';
export { FILTER_COLUMNS, FILTER_FIELDS, FILTER_SIZE } from './filter-columns.js';
export { instantText } from './instant-text.js';
export { jsonbRows, jsonRows } from './json-rows.js';
export { migrate } from './migrations.repository.js';
export { numberHash, orderNoHash, searchForm, trackingNumberHash } from './number-hash.js';
export { packedInSql, packText, unpackedBytes, unpackJson, unpackText } from './packed-text.js';
export { dropPartition, type DropOutcome, standingPartitions, type StandingPartition } from './partition-drop.repository.js';
export { leaseIsFree } from './lease.js';
export { milliseconds } from './milliseconds.js';
export { ALWAYS_STANDING_MS, rowCreatedAtMs } from './partition-weeks.js';
export { type PartitionedTable } from './partitions.repository.js';
export {
  type DatabaseConfig,
  databaseSettings,
  leaseSettings,
  LONGEST_LEASE_MS,
  type SecretsConfig,
  secretsSettings,
} from './persistence.config.js';
export { PersistenceModule } from './persistence.module.js';
export { SecretBox } from './secret-box.provider.js';
export { refuseWrongKeys, sealCheck, WrongKeys } from './secrets-check.repository.js';
export { secretsInForce } from './secrets-in-force.js';
export { SecretsModule } from './secrets.module.js';
export { withDatabase } from './with-database.client.js';
