import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ATTEMPT_REASONS, type AttemptReason, type OutcomeClass, OUTCOMES } from '#libs/contracts';

/** How long each step took. */
class AttemptTimings {
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    nullable: true,
    description: 'Look-up of the host name; null = the connection was open already, url names an address, or the look-up did not end.',
  })
  readonly dnsMs: number | null;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    nullable: true,
    description: 'TCP connection, or tunnel through a forward proxy; null = open already, or it did not end.',
  })
  readonly connectMs: number | null;

  @ApiProperty({ type: 'integer', minimum: 0, nullable: true, description: 'TLS handshake; null = open already, or it did not end.' })
  readonly tlsMs: number | null;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    nullable: true,
    description: 'From the request to the head of the answer; null = none came.',
  })
  readonly firstByteMs: number | null;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'The whole attempt, as `durationMs`: with a token request and a first POST of OAuth2.',
  })
  readonly totalMs: number;
}

/** What the end of an attempt means. */
@ApiSchema({ name: 'AttemptDiagnosis' })
class Diagnosis {
  @ApiProperty({ description: 'What happened.' })
  readonly meaning: string;

  @ApiProperty({ description: 'What to do next.' })
  readonly toDo: string;
}

/** One POST with what was sent. */
export class Attempt {
  @ApiProperty({ type: 'integer', minimum: 1 })
  readonly round: number;

  @ApiProperty({ type: 'integer', minimum: 1, description: 'Numbered from 1; the last is 16.' })
  readonly attempt: number;

  @ApiProperty({ enum: OUTCOMES, description: '`accepted` alone is a success; the others say what failed.' })
  readonly outcome: OutcomeClass;

  @ApiProperty({
    type: 'integer',
    minimum: 100,
    nullable: true,
    description:
      'The status that came, even if the rest of the answer did not (`timeout`, `connection`): only `outcome` shows success. null = none came.',
  })
  readonly httpStatus: number | null;

  @ApiProperty({
    enum: Object.keys(ATTEMPT_REASONS),
    nullable: true,
    description: 'Why, for programs; `diagnosis` says it in words. null = `outcome` and `httpStatus` say all. More reasons may follow.',
  })
  readonly reason: AttemptReason | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'What went wrong, in words.' })
  readonly detail: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'The first 4 KiB of the body the receiver answered with.' })
  readonly responseBody: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'The address the POST came from.' })
  readonly senderAddress: string | null;

  @ApiProperty()
  readonly attemptedAt: Date;

  @ApiProperty({ type: 'integer', minimum: 0 })
  readonly durationMs: number;

  @ApiProperty({ type: Date, nullable: true, description: 'null = this was the last one.' })
  readonly nextAttemptAt: Date | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description:
      'The body as it was sent, byte for byte; null = nothing was sent, the event is not kept any more, or newer attempts show 1 MiB of bodies (all attempts of a round send the same one).',
  })
  readonly requestBody: string | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description:
      'The URL as POSTed. Values of `queryParameters` of the receiver are masked as `***`; the rest is as GET /receivers/{receiverId} shows it. null = there was no request, or the parcel’s data were erased.',
  })
  readonly url: string | null;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    nullable: true,
    description:
      'The headers as sent, in their order; secrets and signatures are masked as `***`; the answer to a test shows its signature. Without `host`, `connection` and `content-length`. null as for `url`.',
  })
  readonly requestHeaders: Readonly<Record<string, string>> | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Such as `TLSv1.3`; null = TLS was not agreed on.',
  })
  readonly tlsVersion: string | null;

  @ApiProperty({ type: AttemptTimings })
  readonly timings: AttemptTimings;

  @ApiProperty({ type: Diagnosis })
  readonly diagnosis: Diagnosis;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description:
      'A command for a POSIX shell that POSTs the same again. Set the variables `RECEIVER_…`, which replace secrets; without `requestBody`, and above 64 KiB, it reads `body.json`. A client certificate is yours to add. null as for `url`.',
  })
  readonly curl: string | null;
}

export const ATTEMPT_EXAMPLE = {
  round: 1,
  attempt: 1,
  outcome: 'http_status',
  httpStatus: 503,
  reason: null,
  detail: null,
  responseBody: 'Service Unavailable',
  senderAddress: '203.0.113.7',
  attemptedAt: '2026-03-29T10:00:00.000Z',
  durationMs: 118,
  nextAttemptAt: '2026-03-29T10:30:00.000Z',
  requestBody: '{"event":"onDelivered","eventid":"5b0a1c52-9d3f-5b61-8a4e-2f6f0f5f3c21", …}',
  url: 'https://shop.example/webhooks?orderNo=***',
  requestHeaders: {
    authorization: 'Bearer ***',
    'content-type': 'application/json',
    'user-agent': 'parcel-event-webhooks/1',
    'webhook-id': '5b0a1c52-9d3f-5b61-8a4e-2f6f0f5f3c21',
    'webhook-timestamp': '1774778400',
    'webhook-signature': 'v1,***',
  },
  tlsVersion: 'TLSv1.3',
  timings: { dnsMs: 4, connectMs: 21, tlsMs: 44, firstByteMs: 48, totalMs: 118 },
  diagnosis: {
    meaning: 'Your server is busy or down. If it sent Retry-After, all for this receiver waits for so long, half an hour at most.',
    toDo: 'Answer 429 and 503 only when you mean it. If the load is too high, set maxPerSecond or maxInFlight.',
  },
  curl: `curl -i --http1.1 --globoff -X POST 'https://shop.example/webhooks?orderNo=A-1' \\\n  -H 'authorization: Bearer '"\${RECEIVER_TOKEN:?}" …`,
};
