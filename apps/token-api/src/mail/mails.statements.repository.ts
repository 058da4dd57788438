// The statements of mails.repository.
import { leaseIsFree, milliseconds as ms } from '#libs/persistence';

/** The most mails of a target in a window; the next one has all others. */
const MOST_IN_WINDOW = 10;
/** The most events in one mail. */
const MOST_IN_DIGEST = 500;

const isInWindow = (window: string): string => `coalesce(t.window_began_at > now() - ${ms(window)}, false)`;

/** SQL that is true when target `t` has had its mails of the present window. @param window the parameter with its length, ms */
export const isFull = (window: string): string => `(t.window_mails >= ${MOST_IN_WINDOW} AND ${isInWindow(window)})`;

/** SQL that counts a mail of target `t`: in its present window, or as the first of the next one. */
export const countMail = (window: string): string => `
    window_mails = CASE WHEN ${isInWindow(window)} THEN t.window_mails + 1 ELSE 1 END,
    window_began_at = CASE WHEN ${isInWindow(window)} THEN t.window_began_at ELSE now() END`;

/**
 * Leases the confirmed target that was served least recently and has a due mail. A mail that was begun is repeated even when the window is
 * full. $1 = lease, $2 = window.
 */
export const LEASE = `
  UPDATE notification_target SET leased_until = now() + ${ms('$1')} WHERE target_id = (
    SELECT t.target_id FROM notification_target t JOIN (
      SELECT target_id, min(next_at) AS next_at, bool_or(message_id IS NOT NULL) AS is_begun FROM notification_mail
      WHERE state = 'pending' AND next_at <= now() GROUP BY target_id) AS due USING (target_id)
    WHERE t.state = 'confirmed' AND ${leaseIsFree('t.leased_until')} AND (due.is_begun OR NOT ${isFull('$2')})
    ORDER BY t.leased_until, due.next_at, t.target_id LIMIT 1 FOR UPDATE OF t SKIP LOCKED)
  RETURNING target_id AS "targetId", account_id AS account, address, receiver_ids AS "receiverIds",
    window_mails >= ${MOST_IN_WINDOW} AND window_began_at <= now() - ${ms('$2')} AS "wasFull"`;

/** The rows of a mail that was begun: the oldest of the target. */
export const BEGUN = `
  SELECT eventid, message_id AS "messageId" FROM notification_mail
  WHERE target_id = $1 AND state = 'pending' AND message_id = (
    SELECT message_id FROM notification_mail WHERE target_id = $1 AND state = 'pending' AND message_id IS NOT NULL AND next_at <= now()
    ORDER BY created_at, eventid LIMIT 1)
  ORDER BY created_at, eventid`;

/** Begins the next mail of the target: its oldest due row, or all rows ($3). $2 = the id of a mail of several rows. */
export const BEGIN = `
  WITH due AS (
    SELECT eventid FROM notification_mail WHERE target_id = $1 AND state = 'pending' AND message_id IS NULL AND (next_at <= now() OR $3)
    ORDER BY created_at, eventid LIMIT CASE WHEN $3 THEN ${MOST_IN_DIGEST} ELSE 1 END)
  UPDATE notification_mail m SET message_id = CASE WHEN (SELECT count(*) FROM due) = 1 THEN m.eventid ELSE $2::uuid END
  FROM due WHERE m.target_id = $1 AND m.eventid = due.eventid
  RETURNING m.eventid, m.message_id AS "messageId"`;

/** Counts the mail that was begun. $2 = window. */
export const COUNT = `UPDATE notification_target AS t SET ${countMail('$2')} WHERE target_id = $1`;

export const RENEW = `UPDATE notification_target SET leased_until = now() + ${ms('$2')} WHERE target_id = $1`;

export const RENEW_CONFIRMATION = `
  UPDATE mail_confirmation SET next_at = now() + ${ms('$2')} WHERE confirmation_id = $1 AND state = 'sending'`;

export const NOTIFICATIONS = `
  SELECT eventid, event AS type, created_at AS "decidedAt", entries, subjects, counts FROM notification
  WHERE eventid = ANY($1::uuid[]) ORDER BY created_at, eventid`;

export const ACCOUNT = `SELECT account_id AS account, name, coalesce(time_zone, 'UTC') AS "timeZone" FROM account WHERE account_id = $1`;

export const NAMES = `
  SELECT receiver_id AS "receiverId", name, url FROM receiver
  WHERE account_id = $1 AND receiver_id = ANY($2::uuid[])`;

export const SENT = `UPDATE notification_mail SET state = 'sent', ended_at = now() WHERE target_id = $1 AND message_id = $2 AND state = 'pending'`;

export const SERVED_WELL = `
  UPDATE notification_target SET leased_until = now(), refusals = 0, refused_since = NULL, last_refusal = NULL WHERE target_id = $1`;

export const FAILED = `
  UPDATE notification_mail SET state = 'failed', ended_at = now(), detail = $3 WHERE target_id = $1 AND message_id = $2 AND state = 'pending'`;

/**
 * Tries again after a pause that doubles; gives up when the event is older than $5. $4 = first pause, $6 = the relay may have taken the mail,
 * so that it comes again as the same mail. A mail of several events stays one.
 */
export const TRY_AGAIN = `
  UPDATE notification_mail SET tries = tries + 1, detail = $3,
    state = CASE WHEN created_at <= now() - ${ms('$5')} THEN 'failed' ELSE state END,
    ended_at = CASE WHEN created_at <= now() - ${ms('$5')} THEN now() END,
    next_at = now() + LEAST(interval '1 hour', ${ms('$4')} * 2 ^ LEAST(tries, 20)),
    message_id = CASE WHEN $6 OR message_id <> eventid THEN message_id END
  WHERE target_id = $1 AND message_id = $2 AND state = 'pending'
  RETURNING state, message_id IS NULL AS "isFree"`;

/** $2 = the mail is not counted: the relay has not taken it. */
export const SERVED = `
  UPDATE notification_target SET leased_until = now(), window_mails = CASE WHEN $2 THEN GREATEST(window_mails - 1, 0) ELSE window_mails END
  WHERE target_id = $1`;

/** Ends what is too old, such as the events of a time without a relay. A mail that is just being sent stays. $1 = how long a mail is tried. */
export const EXPIRE = `
  UPDATE notification_mail m SET state = 'failed', ended_at = now(), detail = coalesce(detail, 'the event is too old for a mail')
  WHERE state = 'pending' AND created_at <= now() - ${ms('$1')}
    AND NOT EXISTS (SELECT FROM notification_target t WHERE t.target_id = m.target_id AND t.leased_until > now())
  RETURNING m.target_id`;

/** $3 = the least time from the first to the last refusal. */
export const COUNT_REFUSAL = `
  UPDATE notification_target SET leased_until = now(), refusals = refusals + 1, refused_since = coalesce(refused_since, now()), last_refusal = $2
  WHERE target_id = $1
  RETURNING state = 'confirmed' AND refusals >= 3 AND refused_since <= now() - ${ms('$3')} AS "isUndeliverable"`;

export const GIVE_UP_TARGET = `UPDATE notification_target SET state = 'undeliverable', state_at = now(), updated_at = now() WHERE target_id = $1`;

export const DROP_PENDING = `DELETE FROM notification_mail WHERE target_id = $1 AND state = 'pending'`;

export const DROP_WAITING = `DELETE FROM mail_confirmation WHERE target_id = $1 AND state = 'waiting'`;

export const OLDEST = `
  SELECT min(m.created_at) AS at FROM notification_mail m JOIN notification_target t USING (target_id)
  WHERE m.state = 'pending' AND t.state = 'confirmed'`;

/** Serialises the choice of confirmations, because several instances together must keep to the limits. */
export const LOCK_CONFIRMATIONS = 'SELECT pg_advisory_xact_lock(7316009)';

const SENT_WITHIN = `(s.state IN ('sending', 'sent', 'used', 'failed') AND s.sent_at > now() - interval '1 day' AND s.confirmation_id <> c.confirmation_id)`;
const MOST_OF_ADDRESS = 3;
/** Otherwise an account could make and delete targets, and so write to many strangers. */
const MOST_OF_ACCOUNT = 20;

/**
 * Begins the next mail that asks for a confirmation: an address gets three a day over all accounts, and one a day of each account; an account
 * sends twenty a day. The
 * account that has had the last one longest ago goes first. A mail whose sender was killed is begun again. $1 = lease.
 */
export const BEGIN_CONFIRMATION = `
  UPDATE mail_confirmation SET state = 'sending', sent_at = now(), next_at = now() + ${ms('$1')} WHERE confirmation_id = (
    SELECT c.confirmation_id FROM mail_confirmation c JOIN notification_target t USING (target_id)
    WHERE c.state IN ('waiting', 'sending') AND c.next_at <= now() AND t.state = 'unconfirmed' AND t.address_hash = c.address_hash
      AND NOT EXISTS (SELECT FROM mail_block b WHERE b.address_hash = c.address_hash)
      AND (SELECT count(*) FROM mail_confirmation s WHERE s.address_hash = c.address_hash AND ${SENT_WITHIN}) < ${MOST_OF_ADDRESS}
      AND (SELECT count(*) FROM mail_confirmation s WHERE s.account_id = c.account_id AND ${SENT_WITHIN}) < ${MOST_OF_ACCOUNT}
      AND NOT EXISTS (SELECT FROM mail_confirmation s WHERE s.address_hash = c.address_hash AND s.account_id = c.account_id AND ${SENT_WITHIN})
    ORDER BY (SELECT max(s.sent_at) FROM mail_confirmation s WHERE s.address_hash = c.address_hash AND s.account_id = c.account_id) NULLS FIRST,
      c.requested_at, c.confirmation_id
    LIMIT 1)
  RETURNING confirmation_id AS "confirmationId", target_id AS "targetId", account_id AS account,
    (SELECT address FROM notification_target t WHERE t.target_id = mail_confirmation.target_id) AS address`;

export const CONFIRMATION_SENT = `UPDATE mail_confirmation SET state = 'sent' WHERE confirmation_id = $1 AND state = 'sending'`;

export const CONFIRMATION_FAILED = `UPDATE mail_confirmation SET state = 'failed' WHERE confirmation_id = $1 AND state = 'sending'`;

/** $2 = first pause, $3 = how long it is tried. */
export const CONFIRMATION_AGAIN = `
  UPDATE mail_confirmation SET tries = tries + 1, sent_at = NULL,
    state = CASE WHEN requested_at <= now() - ${ms('$3')} AND tries > 10 THEN 'failed' ELSE 'waiting' END,
    next_at = now() + LEAST(interval '1 hour', ${ms('$2')} * 2 ^ LEAST(tries, 20))
  WHERE confirmation_id = $1 AND state = 'sending'`;

/** A link works for three days; the link of a block works as long as the block. */
export const RETENTION = [
  `DELETE FROM notification_mail WHERE created_at < now() - interval '127 days'`,
  `DELETE FROM mail_block WHERE blocked_at < now() - interval '3 years'`,
  `DELETE FROM mail_confirmation c WHERE requested_at < now() - interval '30 days'
     AND NOT EXISTS (SELECT FROM mail_block b WHERE b.address_hash = c.address_hash)`,
];
