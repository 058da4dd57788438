export { pauseMs } from './back-off.js';
export { type Clock, CLOCK, systemClock } from './clock.provider.js';
export {
  asBoolean,
  asBrokers,
  asCertificatesFile,
  asDatabaseUrl,
  asInteger,
  asList,
  asMatching,
  asOneOf,
  asPort,
  isPort,
  asOwnCertificateFile,
  asPrivateKeyFile,
  asSecret,
  asSecretsKeys,
  asText,
  asUriReference,
  type SecretsKey,
} from './parsers.js';
export { CONFIG, ConfigModule } from './config.module.js';
export { coalescePerTick } from './coalesce-per-tick.js';
export { Recurring } from './recurring.job.js';
export { backOff, type RetryOptions, retryWithBackOff, untilItSucceeds } from './retry-with-back-off.js';
export { Secret } from './secret.js';
export { ConfigFault, type ConfigOf, type Env, optional, readConfig, required, type Setting, type Settings } from './setting.js';
export { DAY, HOUR, KIB, MIB, MINUTE, SECOND } from './units.js';
export { safeDurationMs } from './safe-duration.js';
export { timeLimit } from './time-limit.js';
export { VERSION } from './version.provider.js';
export { within } from './within.js';
