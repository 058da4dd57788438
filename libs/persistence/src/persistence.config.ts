import {
  asCertificatesFile,
  asDatabaseUrl,
  asInteger,
  asSecretsKeys,
  type ConfigOf,
  MINUTE,
  optional,
  required,
  SECOND,
} from '#libs/config';

export const databaseSettings = {
  databaseUrl: required('DATABASE_URL', asDatabaseUrl, 'the PostgreSQL database, postgres://user:password@host:5432/database'),
  databaseCa: optional(
    'DATABASE_CA_FILE',
    asCertificatesFile,
    '',
    "PEM file with the authority of the database's certificate, which is then verified; empty = sslmode of DATABASE_URL decides",
  ),
  databaseStatementTimeoutMs: optional(
    'DATABASE_STATEMENT_TIMEOUT_MS',
    asInteger(0, 3_600_000),
    '30000',
    'longest a single statement may take, ms; 0 = no limit',
  ),
  databasePoolSize: optional('DATABASE_POOL_SIZE', asInteger(2, 100), '10', 'most connections one process opens to the database'),
};

/** The longest lease. A lease that ends later than twice this was made before the database's clock was set back. */
export const LONGEST_LEASE_MS = MINUTE;

/** Settings for work from the database that one instance does at a time. */
export const leaseSettings = {
  leaseMs: optional(
    'LEASE_MS',
    asInteger(2 * SECOND, LONGEST_LEASE_MS),
    String(10 * SECOND),
    'time after which others take over redeliveries of a dead instance, ms; the same on all instances; longer than publishing 200 messages takes',
  ),
};

export const secretsSettings = {
  secretsKeys: required(
    'SECRETS_KEY',
    asSecretsKeys,
    '32 random bytes in base64 that seal receiver credentials; several as id:base64,id:base64: the first seals, all open',
  ),
};

export type DatabaseConfig = ConfigOf<typeof databaseSettings>;
export type SecretsConfig = ConfigOf<typeof secretsSettings>;
