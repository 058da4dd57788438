import type { DisabledReason } from '#libs/contracts';

interface Disabling {
  readonly reason: DisabledReason;
  /** The app, as the audit log names it. */
  readonly by: string;
  /** FROM and WHERE, which say what receivers `r` are meant. */
  readonly which: string;
}

/** SQL that disables receivers. No receiver is disabled without an entry in the audit log of its account. @returns rows `{receiverId}` of those that were enabled */
export const disabling = ({ reason, by, which }: Disabling): string => `
  WITH disabled AS (
    UPDATE receiver r SET enabled = false, disabled_at = now(), disabled_reason = '${reason}', updated_at = now()
    ${which} AND r.enabled
    RETURNING r.receiver_id, r.account_id
  )
  INSERT INTO audit_log (account_id, action, subject_id, by_command, before, after)
  SELECT account_id, 'receiver.disabled', receiver_id::text, '${by}', '{"enabled": true}', '{"enabled": false, "reason": "${reason}"}'
  FROM disabled RETURNING subject_id AS "receiverId"`;
