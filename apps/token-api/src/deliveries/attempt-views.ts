import type { CloudEventIdentity, WebhookPayload } from '#libs/contracts';
import { MOST_BYTES } from '../paging/page-size-cap.js';
import type { Attempt } from './deliveries.dto.js';
import type { AttemptRow } from './deliveries.repository.js';
import { bodiesBySha256 } from './sent-body.js';

/**
 * Attempts newest first → in the order in which they were made. Each body comes with each of its attempts, so the newest have them until they
 * take MOST_BYTES: within a round all are the same.
 */
export function toAttemptViews(rows: readonly AttemptRow[], payload: WebhookPayload | undefined, identity: CloudEventIdentity): Attempt[] {
  const isAnySent = rows.some(({ bodySha256 }) => bodySha256 !== null);
  const bodies = payload && isAnySent ? bodiesBySha256(payload, identity) : undefined;
  let room = MOST_BYTES;
  const views = rows.map(({ bodySha256, ...attempt }) => {
    if (room <= 0) return { ...attempt, requestBody: null };
    const requestBody = bodies?.get(bodySha256 ?? '') ?? null;
    room -= Buffer.byteLength(requestBody ?? '');
    return { ...attempt, requestBody };
  });
  return views.toReversed();
}
