import { asInteger, DAY, HOUR, MINUTE, optional } from '#libs/config';
import { asTimes } from './times.js';

const asPeriod = asInteger(1, 30 * DAY);

/** docs/notifications.md says what each of them decides. */
export const notificationSettings = {
  notificationsPollMs: optional(
    'NOTIFICATIONS_POLL_MS',
    asInteger(100, HOUR),
    String(MINUTE),
    'pause between two decisions on operational events, ms: an account gets at most one event of each type in this time',
  ),
  failingAfterMs: optional(
    'FAILING_AFTER_MS',
    asPeriod,
    String(15 * MINUTE),
    'how long attempts fail, or a circuit is open, before `receiver.failing`, ms',
  ),
  waitingAfterMs: optional(
    'WAITING_AFTER_MS',
    asPeriod,
    String(HOUR),
    'how long the oldest due delivery of a held or limited receiver waits before `receiver.failing`, ms',
  ),
  waitingUntilMs: optional(
    'WAITING_UNTIL_MS',
    asPeriod,
    String(30 * MINUTE),
    'a held or limited receiver has recovered when its oldest due delivery waits for less, ms',
  ),
  failingAgainMs: optional('FAILING_AGAIN_MS', asPeriod, String(HOUR), 'least time between two `receiver.failing` of one receiver, ms'),
  exhaustedAgainMs: optional(
    'EXHAUSTED_AGAIN_MS',
    asTimes,
    [HOUR, 6 * HOUR, DAY].join(),
    'when `delivery.exhausted` comes again, ms after the first one; the last time is repeated',
  ),
  clientCertificateMs: optional(
    'CLIENT_CERTIFICATE_EXPIRING_MS',
    asTimes,
    [DAY, 7 * DAY, 30 * DAY].join(),
    'how long before its end a client certificate raises `certificate.expiring`, ms',
  ),
  serverCertificateMs: optional(
    'SERVER_CERTIFICATE_EXPIRING_MS',
    asPeriod,
    String(14 * DAY),
    'how long before its end a server certificate raises `certificate.expiring`, ms; a sixth of its life where that is shorter',
  ),
};
