// table receiver: the service disables what its owner wants disabled; token-api writes everything else of it
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Both in one statement: no receiver is disabled without an entry in its account's audit log. */
const DISABLE_GONE = `
  WITH disabled AS (
    UPDATE receiver SET enabled = false, disabled_at = now(), disabled_reason = 'gone', updated_at = now()
    WHERE receiver_id = ANY($1::uuid[]) AND enabled AND on_gone = 'disable'
    RETURNING receiver_id, account_id
  )
  INSERT INTO audit_log (account_id, action, subject_id, by_command, before, after)
  SELECT account_id, 'receiver.disabled', receiver_id::text, 'webhook-sender', '{"enabled": true}', '{"enabled": false, "reason": "gone"}' FROM disabled
  RETURNING subject_id AS "receiverId"`;

@Injectable()
export class ReceiverDisablingRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Those of the receivers whose owner wants it after a 410. @returns the ones that were enabled until now */
  async disableGone(receiverIds: readonly string[]): Promise<string[]> {
    if (receiverIds.length === 0) return [];
    const rows = await this.dataSource.query<{ receiverId: string }[]>(DISABLE_GONE, [receiverIds]);
    return rows.map(({ receiverId }) => receiverId);
  }
}
