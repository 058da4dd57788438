import type { CloudEventIdentity, WebhookPayload } from '#libs/contracts';
import { MOST_BYTES } from '../paging/page-size-cap.js';
import type { AttemptRow } from './deliveries.repository.js';
import { bodiesBySha256 } from './sent-body.js';

/** One POST with what was sent. */
export interface AttemptView extends Omit<AttemptRow, 'bodySha256'> {
  /** The body as sent, byte for byte; null when nothing was sent, its event is not kept any more, or newer attempts have filled the answer. */
  readonly requestBody: string | null;
}

/**
 * Attempts newest first → in the order in which they were made. Each body comes with each of its attempts, so the newest have them until they
 * take MOST_BYTES: within a round all are the same.
 */
export function toAttemptViews(
  rows: readonly AttemptRow[],
  payload: WebhookPayload | undefined,
  identity: CloudEventIdentity,
): AttemptView[] {
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
