import { Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK, Secret } from '#libs/config';
import { shownHeaders } from '../http/attempt-details.js';
import { Connections } from '../http/connections.client.js';
import { isNotMade, type Outcome } from '../http/outcome.js';
import type { WebhookRequest } from '../http/webhook-request.js';
import type { OAuth2Client } from '../receivers/receiver.js';
import { type Fetched, OAuth2Tokens } from './oauth2-tokens.service.js';
import { type Posted, WebhookClient } from '../http/webhook.client.js';

const UNAUTHORISED = 401;
/** With less than this share of the time-out left, a second POST would only time out and hide the first answer. */
const LEAST_SHARE = 1 / 10;
const NO_SECOND_POST = 'answered too late for a second POST with a fresh token';
const SECOND_POST = 'the first POST was answered 401; this is the second POST, with a fresh token';

type Had = Extract<Fetched, { readonly kind: 'token' }>;
type Lacking = Exclude<Fetched, Had>;

/**
 * Makes the attempt at an OAuth2 receiver within the receiver's time-out: a token, the POST, and after a 401 a fresh token and one more
 * POST (domain D.10). No other attempt may POST twice; its one row says so in `reason`.
 */
@Injectable()
export class OAuth2Exchange {
  constructor(
    private readonly tokens: OAuth2Tokens,
    private readonly client: WebhookClient,
    private readonly connections: Connections,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async post(request: WebhookRequest, client: OAuth2Client): Promise<Posted> {
    const { receiverId, timeoutMs } = request;
    const need = { receiverId, client, timeoutMs, deadlineMs: this.clock.steadyMs() + timeoutMs };
    const fetched = await this.tokens.tokenFor(need);
    if (fetched.kind !== 'token') return this.unposted(request, fetched);

    const first = await this.client.post(this.authorised(request, fetched, { what: 'the token endpoint', deadlineMs: need.deadlineMs }));
    if (first.outcome.kind !== 'http_status' || first.outcome.httpStatus !== UNAUTHORISED) return first;

    // Ask for a fresh token in any case, so that the next attempt has it.
    const hadTime = this.hasTime(need);
    const fresh = await this.tokens.tokenFor({ ...need, rejected: fetched.token });
    if (!hadTime || (fresh.kind === 'token' && !this.hasTime(need)))
      return { ...first, outcome: { ...first.outcome, reason: 'too_late_for_second_post', detail: NO_SECOND_POST } };
    if (fresh.kind !== 'token') return { ...first, outcome: unrefreshed(first.outcome, fresh) };
    const second = await this.client.post(
      this.authorised(request, fresh, { what: 'the first POST and the token endpoint', deadlineMs: need.deadlineMs }),
    );
    // A local fault must not undo the record of the first POST.
    if (isNotMade(second.outcome)) return first;
    return {
      ...second,
      isSent: true,
      outcome: {
        ...second.outcome,
        reason: second.outcome.reason ?? 'second_post',
        detail: [SECOND_POST, second.outcome.detail].filter(Boolean).join('; '),
      },
    };
  }

  private hasTime({ deadlineMs, timeoutMs }: { readonly deadlineMs: number; readonly timeoutMs: number }): boolean {
    return deadlineMs - this.clock.steadyMs() >= timeoutMs * LEAST_SHARE;
  }

  /** @param before what took time before the POST */
  private authorised(
    request: WebhookRequest,
    { token, past }: Had,
    { what, deadlineMs }: { what: string; deadlineMs: number },
  ): WebhookRequest {
    const leftMs = deadlineMs - this.clock.steadyMs();
    return {
      ...request,
      secretHeaders: { authorization: new Secret(`Bearer ${token.reveal()}`) },
      secrets: [...request.secrets, ...past],
      before: { what, ms: request.timeoutMs - leftMs },
    };
  }

  /** Without a token nothing is sent: a failed attempt, retried like any other. */
  private unposted(request: WebhookRequest, lacking: Lacking): Posted {
    const outcome = isNotMade(lacking)
      ? lacking
      : { kind: 'auth' as const, reason: lacking.reason, detail: told(lacking.detail), ...lateness(lacking) };
    const details = { url: request.shownUrl, requestHeaders: shownHeaders(request) };
    return { outcome, senderAddress: this.connections.senderAddressOf(request.receiverId), isSent: false, details };
  }
}

function unrefreshed(first: Outcome, lacking: Lacking): Outcome {
  const detail = `the POST was answered 401; for a fresh token ${told(lacking.detail)}`;
  return { ...first, kind: 'auth', reason: 'no_fresh_token', detail, ...lateness(lacking) };
}

const told = (detail: string): string => `the token endpoint ${detail}`;
const lateness = (lacking: Lacking): { isLate?: true } => (lacking.kind === 'none' && lacking.isLate ? { isLate: true } : {});
