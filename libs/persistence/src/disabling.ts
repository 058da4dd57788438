import type { DisabledReason } from '#libs/contracts';

interface Disabling {
  readonly reason: DisabledReason;
  /** The app's name in the audit log. */
  readonly by: string;
  /** FROM and WHERE that select the receivers `r`. */
  readonly which: string;
}

/**
 * Returns SQL that disables receivers and writes an entry to the audit log of each receiver's account.
 * The statement returns rows `{receiverId}` of the receivers that were enabled.
 */
export const disabling = ({ reason, by, which }: Disabling): string => `
  WITH disabled AS (
    UPDATE receiver r SET enabled = false, disabled_at = now(), disabled_reason = '${reason}', updated_at = now()
    ${which} AND r.enabled
    RETURNING r.receiver_id, r.account_id
  )
  INSERT INTO audit_log (account_id, action, subject_id, by_command, before, after)
  SELECT account_id, 'receiver.disabled', receiver_id::text, '${by}', '{"enabled": true}', '{"enabled": false, "reason": "${reason}"}'
  FROM disabled RETURNING subject_id AS "receiverId"`;
