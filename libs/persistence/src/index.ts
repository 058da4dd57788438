export { connect, createDataSource } from './data-source.provider.js';
export { AccountEntity } from './entities/account.entity.js';
export { ApiTokenEntity } from './entities/api-token.entity.js';
export { ReceiverEntity, type StoredAuth, type StoredSigningSecret } from './entities/receiver.entity.js';
export { migrate } from './migrations.service.js';
export { rowCreatedAtMs } from './partition-weeks.js';
export { type DatabaseConfig, databaseSettings, type SecretsConfig, secretsSettings } from './persistence.config.js';
export { PersistenceModule } from './persistence.module.js';
export { SecretBox } from './secret-box.provider.js';
