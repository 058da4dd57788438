import { Secret } from '#libs/config';
import { toTrackingBody, type WebhookFormat, type WebhookPayload } from '#libs/contracts';
import { oldSigning, type PlannedPost, signedPost, type Signing, WRONG_SECRET } from '#libs/receiver-check';

/** The checks, in the order of the report. */
export const CHECK_IDS = [
  'answers',
  'repeats',
  'out_of_order',
  'late',
  'dates',
  'signature_right',
  'signature_two',
  'signature_wrong',
  'signature_changed',
  'signature_missing',
  'signature_old',
  'counted_once',
  'delivered_stays',
  'correction',
  'refused_uncounted',
  'unknown_field',
  'unknown_event',
] as const;
export type CheckId = (typeof CHECK_IDS)[number];

/** How a webhook is signed. `changed` = signed, and its body is changed afterwards. */
export type SignedAs = 'right' | 'two' | 'wrong' | 'changed' | 'missing' | 'old';

/** One POST of a rehearsal. */
export interface Step {
  readonly check: CheckId;
  /** The life or the trick that the webhook belongs to, for people. */
  readonly play: string;
  /** The webhook itself, for people. */
  readonly what: string;
  readonly event: WebhookPayload;
  readonly body: string;
  readonly signedAs: SignedAs;
  readonly expects: 'accepted' | 'refused' | 'anything';
  /** True: before this POST, as much time passes as before a repeat of the service. */
  readonly isRetry?: boolean;
}

export const SOURCE = { source: 'https://webhooks.example/rehearsal', vendor: 'parcel-events' };

export const bodyOf = (event: WebhookPayload, format: WebhookFormat): string =>
  toTrackingBody(event, { format, etaUnknownForm: 'object' }, SOURCE);

type Fields = Record<string, unknown>;

/** Returns a body in which `data` is changed, wherever the format has it. */
export function withData(body: string, change: Fields): string {
  const whole = JSON.parse(body) as Fields & { data: Fields };
  if (whole['specversion'] === undefined) Object.assign(whole.data, change);
  else Object.assign(whole.data['data'] as Fields, change);
  return JSON.stringify(whole);
}

/** Returns a body with another name of the event. */
export function withEventName(body: string, name: string): string {
  const whole = JSON.parse(body) as Fields;
  const named =
    whole['specversion'] === undefined ? { event: name } : { type: `com.${SOURCE.vendor}.tracking.event.${name.toLowerCase()}` };
  return JSON.stringify({ ...whole, ...named });
}

/** Signs a step at the time of its POST. */
export function toPost({ event: { eventid }, body, signedAs }: Step, secret: Secret | undefined, nowMs: number): PlannedPost {
  const signed = signedPost({ eventid, body }, signingOf(signedAs, secret, nowMs));
  // A blank is the smallest change: the JSON means the same.
  return signedAs === 'changed' ? { ...signed, body: body.replace('{', '{ ') } : signed;
}

function signingOf(signedAs: SignedAs, secret: Secret | undefined, nowMs: number): Signing {
  if (secret === undefined || signedAs === 'missing') return { secrets: [], signedAtMs: nowMs };
  if (signedAs === 'old') return oldSigning(secret, nowMs);
  if (signedAs === 'wrong') return { secrets: [WRONG_SECRET], signedAtMs: nowMs };
  return { secrets: signedAs === 'two' ? [WRONG_SECRET, secret] : [secret], signedAtMs: nowMs };
}
