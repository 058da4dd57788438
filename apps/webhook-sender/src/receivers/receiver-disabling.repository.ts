// table receiver: the service disables what its owner wants disabled; token-api writes everything else of it
import { Injectable } from '@nestjs/common';
import type { DisabledReason } from '#libs/contracts';
import { DataSource, type EntityManager } from 'typeorm';

/** Both in one statement: no receiver is disabled without an entry in its account's audit log. */
const disable = (reason: DisabledReason, which: string): string => `
  WITH disabled AS (
    UPDATE receiver r SET enabled = false, disabled_at = now(), disabled_reason = '${reason}', updated_at = now()
    ${which} AND r.enabled
    RETURNING r.receiver_id, r.account_id
  )
  INSERT INTO audit_log (account_id, action, subject_id, by_command, before, after)
  SELECT account_id, 'receiver.disabled', receiver_id::text, 'webhook-sender', '{"enabled": true}', '{"enabled": false, "reason": "${reason}"}'
  FROM disabled RETURNING subject_id AS "receiverId"`;

const GONE = disable('gone', `WHERE receiver_id = ANY($1::uuid[]) AND on_gone = 'disable'`);

/** No success throughout the time, and the last failure within it: a receiver that gets nothing does not fail. */
const FAILING = disable(
  'failing',
  `FROM receiver_health h WHERE h.receiver_id = r.receiver_id AND disable_after_failing_for IS NOT NULL
     AND failed_first[1] <= now() - disable_after_failing_for::interval AND last_failure_at > now() - disable_after_failing_for::interval`,
);

@Injectable()
export class ReceiverDisablingRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Disables a receiver after a 410 if its owner wants that. @returns the receivers that were enabled until now */
  async disableGone(receiverIds: readonly string[]): Promise<string[]> {
    if (receiverIds.length === 0) return [];
    const rows = await this.dataSource.query<{ receiverId: string }[]>(GONE, [receiverIds]);
    return rows.map(({ receiverId }) => receiverId);
  }

  /** Disables receivers that have failed for as long as their owners allow. @returns them */
  async disableFailing(manager: EntityManager): Promise<string[]> {
    const rows = await manager.query<{ receiverId: string }[]>(FAILING);
    return rows.map(({ receiverId }) => receiverId);
  }
}
