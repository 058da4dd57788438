import type { CloudEventIdentity, WebhookPayload } from '#libs/contracts';
import { MOST_BYTES } from '../paging/page.js';
import type { Attempt } from './attempt.dto.js';
import { toCurlCommand } from './curl-command.js';
import type { AttemptRow } from './deliveries.repository.js';
import { bodiesBySha256, type WebhookEvent } from './delivery-views.js';
import { diagnosisRowOf, reasonOf } from './diagnosis.js';

/**
 * Turns attempts, newest first, into views, oldest first. Each view repeats the body, so only the newest attempts show it, up to MOST_BYTES
 * in total. All attempts of a round send the same body.
 */
export function toAttemptViews(rows: readonly AttemptRow[], event: WebhookEvent | undefined, identity: CloudEventIdentity): Attempt[] {
  const isAnySent = rows.some(({ bodySha256 }) => bodySha256 !== null);
  const bodies = event && isAnySent ? bodiesBySha256(event, identity) : undefined;
  const references = event && 'references' in event ? event.references : undefined;
  let room = MOST_BYTES;
  const views = rows.map((row) => {
    const requestBody = (room > 0 && bodies?.get(row.bodySha256 ?? '')) || null;
    const view = toAttemptView(row, requestBody, references);
    room -= Buffer.byteLength(requestBody ?? '') + Buffer.byteLength(view.curl ?? '');
    return view;
  });
  return views.toReversed();
}

function toAttemptView(row: AttemptRow, requestBody: string | null, references: WebhookPayload['references'] | undefined): Attempt {
  const { bodySha256: _, dnsMs, connectMs, tlsMs, firstByteMs, requestHeaders, ...attempt } = row;
  const { url, durationMs } = attempt;
  const { meaning, toDo } = diagnosisRowOf(attempt);
  return {
    ...attempt,
    reason: reasonOf(attempt) ?? null,
    requestBody,
    requestHeaders: requestHeaders === null ? null : Object.fromEntries(requestHeaders.split('\n').map(toHeader)),
    timings: { dnsMs, connectMs, tlsMs, firstByteMs, totalMs: durationMs },
    diagnosis: { meaning, toDo },
    curl: url === null ? null : toCurlCommand({ url, requestHeaders: requestHeaders ?? '', requestBody, references }),
  };
}

function toHeader(line: string): [string, string] {
  const at = line.indexOf(': ');
  return [line.slice(0, at), line.slice(at + 2)];
}
