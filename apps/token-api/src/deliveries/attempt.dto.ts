import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ATTEMPT_REASONS, type AttemptReason, type OutcomeClass, OUTCOMES } from '#libs/contracts';

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
    description: 'TCP connection, or tunnel through a forward proxy; null = the connection was open already, or this step did not end.',
  })
  readonly connectMs: number | null;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    nullable: true,
    description: 'TLS handshake; null = the connection was open already, or this step did not end.',
  })
  readonly tlsMs: number | null;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    nullable: true,
    description: 'From the request to the head of the answer; null = no answer came.',
  })
  readonly firstByteMs: number | null;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'The whole attempt, as `durationMs`. With OAuth2, it includes a token request and a first POST that was answered 401.',
  })
  readonly totalMs: number;
}

/** Explains the end of an attempt. */
@ApiSchema({ name: 'AttemptDiagnosis' })
class Diagnosis {
  @ApiProperty({ description: 'Explains what happened.' })
  readonly meaning: string;

  @ApiProperty({ description: 'Says what to do next.' })
  readonly toDo: string;
}

/** One POST with its request and its answer. */
export class Attempt {
  @ApiProperty({ type: 'integer', minimum: 1 })
  readonly round: number;

  @ApiProperty({ type: 'integer', minimum: 1, description: 'Numbered from 1; the last attempt is 16.' })
  readonly attempt: number;

  @ApiProperty({ enum: OUTCOMES, description: 'Only `accepted` is a success; the other values say what failed.' })
  readonly outcome: OutcomeClass;

  @ApiProperty({
    type: 'integer',
    minimum: 100,
    nullable: true,
    description:
      'The status of the answer, even if the rest of the answer did not come (`timeout`, `connection`): only `outcome` shows success. null = no status came.',
  })
  readonly httpStatus: number | null;

  @ApiProperty({
    enum: Object.keys(ATTEMPT_REASONS),
    nullable: true,
    description:
      'The reason, for programs; `diagnosis` explains it in words. null = `outcome` and `httpStatus` say everything. New reasons may be added.',
  })
  readonly reason: AttemptReason | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'Describes the fault in words.' })
  readonly detail: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'The first 4 KiB of the body of the answer.' })
  readonly responseBody: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'The IP address that the POST came from.' })
  readonly senderAddress: string | null;

  @ApiProperty()
  readonly attemptedAt: Date;

  @ApiProperty({ type: 'integer', minimum: 0 })
  readonly durationMs: number;

  @ApiProperty({ type: Date, nullable: true, description: 'null = this was the last attempt.' })
  readonly nextAttemptAt: Date | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description:
      'The body as it was sent, byte for byte; null = nothing was sent, the event is no longer kept, or newer attempts show 1 MiB of bodies already. All attempts of a round send the same body.',
  })
  readonly requestBody: string | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description:
      'The URL of the POST. Values of the receiver’s `queryParameters` are masked as `***`; the rest is as GET /receivers/{receiverId} shows it. null = there was no request, or the parcel’s data were erased.',
  })
  readonly url: string | null;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    nullable: true,
    description:
      'The headers in the order in which they were sent, without `host`, `connection` and `content-length`. Secrets and signatures are masked as `***`, but the answer to a test shows its signature. null as for `url`.',
  })
  readonly requestHeaders: Readonly<Record<string, string>> | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Such as `TLSv1.3`; null = server and service agreed on no version.',
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
      'A command for a POSIX shell that repeats the POST. Set the variables `RECEIVER_…` first: they stand for the secrets. If `requestBody` is null or larger than 64 KiB, the command reads `body.json`. Add a client certificate yourself. null as for `url`.',
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
    meaning:
      'Your server is busy or down. If it sent Retry-After, all webhooks for this receiver wait for that time, half an hour at most.',
    toDo: 'Answer 429 and 503 only to make the service wait. If the load is too high, set maxPerSecond or maxInFlight.',
  },
  curl: `curl -i --http1.1 --globoff -X POST 'https://shop.example/webhooks?orderNo=A-1' \\\n  -H 'authorization: Bearer '"\${RECEIVER_TOKEN:?}" …`,
};
