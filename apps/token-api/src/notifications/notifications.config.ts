import { asInteger, DAY, HOUR, MINUTE, optional } from '#libs/config';
import { asTimes } from './times.js';

const asPeriod = asInteger(1, 30 * DAY);

/** docs/notifications.md explains the effect of each setting. */
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
    'time for which attempts fail, or a circuit is open, before `receiver.failing`, ms',
  ),
  waitingAfterMs: optional(
    'WAITING_AFTER_MS',
    asPeriod,
    String(HOUR),
    'time for which the oldest due delivery of a held or limited receiver waits before `receiver.failing`, ms',
  ),
  waitingUntilMs: optional(
    'WAITING_UNTIL_MS',
    asPeriod,
    String(30 * MINUTE),
    'a held or limited receiver has recovered when its oldest due delivery waits for less than this time, ms',
  ),
  failingAgainMs: optional('FAILING_AGAIN_MS', asPeriod, String(HOUR), 'least time between two `receiver.failing` of one receiver, ms'),
  exhaustedAgainMs: optional(
    'EXHAUSTED_AGAIN_MS',
    asTimes,
    [HOUR, 6 * HOUR, DAY].join(),
    'times of further `delivery.exhausted` events, ms after the first event; the last time is repeated',
  ),
  clientCertificateMs: optional(
    'CLIENT_CERTIFICATE_EXPIRING_MS',
    asTimes,
    [DAY, 7 * DAY, 30 * DAY].join(),
    'times before the expiry of a client certificate at which `certificate.expiring` comes, ms',
  ),
  serverCertificateMs: optional(
    'SERVER_CERTIFICATE_EXPIRING_MS',
    asPeriod,
    String(14 * DAY),
    'time before the expiry of a server certificate at which `certificate.expiring` comes, ms; a sixth of its life if that is shorter',
  ),
};
