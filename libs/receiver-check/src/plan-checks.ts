import type { Secret } from '#libs/config';
import { toTrackingBody, type WebhookFormat } from '#libs/contracts';
import { ETA_FORMS, practiceEvent } from './practice-event.js';
import { oldSigning, type Signing, signedPost, WRONG_SECRET } from './signed-post.js';

/** One POST of a check. */
export interface PlannedPost {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** One thing that a receiver must be able to do; its posts are made one after the other. */
export interface PlannedCheck {
  readonly name: string;
  readonly posts: readonly PlannedPost[];
  /** `accepted` = every post is answered 2xx in time, `refused` = every post is answered 4xx. */
  readonly expects: 'accepted' | 'refused';
  /** What to do when the check fails; absent = the advice depends on the answer (advice.ts). */
  readonly advice?: string;
}

export interface PlanInput {
  readonly formats: readonly WebhookFormat[];
  /** The receiver's signing secret; undefined = signatures are neither sent nor checked. */
  readonly secret?: Secret | undefined;
  readonly nowMs: number;
  readonly newId: () => string;
}

const SOURCE = { source: 'https://webhooks.example/verify', vendor: 'parcel-events' };
/** What to do when a check fails. */
export const ADVICE = {
  eta: 'Accept `expected_delivery_date_raw` in every form: an object, the same object as text, {}, "", "null" and null (docs/events.md).',
  twice: 'An event can come twice, with the same `eventid`: answer 2xx and do nothing the second time.',
  cloudEvents: 'Accept the CloudEvents form too, or configure the receiver with "format": "plain" and check with --format plain.',
  refuse: 'Verify the signature over the received bytes, and answer 401 when it does not match (docs/signatures.md has packages).',
  old: 'Refuse a `webhook-timestamp` that differs from now by more than five minutes; otherwise a recorded request can be replayed.',
  rotation: 'During a rotation of the secret there are two signatures, separated by a blank: one match is enough.',
} as const;

/** Returns all checks in order; if the first fails, the others tell nothing new. */
export function planChecks(input: PlanInput): PlannedCheck[] {
  return [...input.formats.flatMap((format) => formatChecks(format, input)), ...signatureChecks(input)];
}

function formatChecks(format: WebhookFormat, input: PlanInput): PlannedCheck[] {
  const isFirst = format === input.formats[0];
  const repeated = { eventid: input.newId(), format };
  return [
    {
      name: `${format}: answers 2xx in time`,
      posts: [post({ eventid: input.newId(), format }, input)],
      expects: 'accepted',
      ...(!isFirst && { advice: ADVICE.cloudEvents }),
    },
    ...ETA_FORMS.map(({ name, value }) => ({
      name: `${format}: accepts an expected date that is ${name}`,
      posts: [post({ eventid: input.newId(), format, eta: value }, input)],
      expects: 'accepted' as const,
      advice: ADVICE.eta,
    })),
    {
      name: `${format}: accepts the same eventid twice`,
      posts: [post(repeated, input), post(repeated, input)],
      expects: 'accepted',
      advice: ADVICE.twice,
    },
  ];
}

function signatureChecks(input: PlanInput): PlannedCheck[] {
  const { secret, nowMs } = input;
  const [format] = input.formats;
  if (!secret || !format) return [];
  const signed = (how: Partial<Signing>): PlannedPost => post({ eventid: input.newId(), format, ...how }, input);
  const unsigned = signed({});
  const tampered = { ...unsigned, body: unsigned.body.replace('TEST-1001', 'TEST-1002') };
  return [
    {
      name: 'signature: accepts two when one matches',
      posts: [signed({ secrets: [WRONG_SECRET, secret] })],
      expects: 'accepted',
      advice: ADVICE.rotation,
    },
    {
      name: 'signature: refuses a wrong secret',
      posts: [signed({ secrets: [WRONG_SECRET] })],
      expects: 'refused',
      advice: ADVICE.refuse,
    },
    { name: 'signature: refuses a changed body', posts: [tampered], expects: 'refused', advice: ADVICE.refuse },
    { name: 'signature: refuses a missing signature', posts: [signed({ secrets: [] })], expects: 'refused', advice: ADVICE.refuse },
    {
      name: 'signature: refuses an old timestamp',
      posts: [signed(oldSigning(secret, nowMs))],
      expects: 'refused',
      advice: ADVICE.old,
    },
  ];
}

interface PostOptions extends Partial<Signing> {
  readonly eventid: string;
  readonly format: WebhookFormat;
  /** Replaces the usual `expected_delivery_date_raw`. */
  readonly eta?: unknown;
}

function post(options: PostOptions, { secret, nowMs }: PlanInput): PlannedPost {
  const { eventid, secrets = secret ? [secret] : [], signedAtMs = nowMs } = options;
  return signedPost({ eventid, body: toBody(options) }, { secrets, signedAtMs });
}

/** Returns a body of the service; forms of the date that the service never sends are put in afterwards. */
function toBody({ eventid, format, eta }: PostOptions): string {
  const usual = practiceEvent(eventid);
  const text = toTrackingBody(usual, { format, etaUnknownForm: 'object' }, SOURCE);
  return eta === undefined ? text : text.replace(JSON.stringify(usual.data.expected_delivery_date_raw), () => JSON.stringify(eta));
}
