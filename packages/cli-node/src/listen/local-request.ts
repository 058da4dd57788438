import { type References, signatureHeaders, toTrackingBody, USER_AGENT, type WebhookPayload, withMirrored } from '#libs/contracts';
import type { Secret } from '#libs/config';
import { CliError, EXIT } from '../cli-error.js';
import type { WebhookForm } from './webhook-form.js';

/** One event, ready for as many POSTs as it takes. */
export interface LocalWebhook {
  readonly eventid: string;
  readonly event: string;
  readonly courier: string;
  readonly trackingNumber: string;
  /** Path and query. */
  readonly path: string;
  readonly body: string;
  readonly isSigned: boolean;
}

/** Characters that may stand in a header. */
const EVENTID = /^[\w.-]{1,100}$/;

/** @throws CliError when the service answered something else than an event */
export function localWebhook(payload: unknown, url: URL, form: WebhookForm): LocalWebhook {
  const known = checkedPayload(payload);
  const { references, eventid, event } = known;
  return {
    eventid,
    event,
    courier: references.courier,
    trackingNumber: references.tracking_number,
    path: withMirrored(url, form.queryParameters, (name) => encodeURIComponent(references[name] ?? '')),
    body: toTrackingBody(known, form, form.identity),
    isSigned: form.isSigned,
  };
}

export function checkedPayload(payload: unknown): WebhookPayload {
  const { eventid, event, references, data } = (payload ?? {}) as Partial<WebhookPayload>;
  const isKnown =
    typeof eventid === 'string' &&
    EVENTID.test(eventid) &&
    typeof event === 'string' &&
    isTexts(references) &&
    typeof data === 'object' &&
    data !== null;
  if (isKnown && typeof data.expected_delivery_date_raw === 'object') return payload as WebhookPayload;
  throw new CliError(EXIT.failed, 'The service answered an event that this command does not understand. Update the command.');
}

const isTexts = (value: unknown): value is References =>
  typeof value === 'object' && value !== null && Object.values(value).every((each) => typeof each === 'string');

/** The headers of one POST in the order of the service, with names and values in turn. */
export function rawHeaders({ eventid, body, isSigned }: LocalWebhook, host: string, signing: { secret: Secret; nowMs: number }): string[] {
  const timestampSeconds = Math.floor(signing.nowMs / 1000);
  const headers = {
    host,
    connection: 'keep-alive',
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    ...signatureHeaders({ eventid, timestampSeconds, body }, isSigned ? [signing.secret] : []),
    'content-length': String(Buffer.byteLength(body)),
  };
  return Object.entries(headers).flat();
}
