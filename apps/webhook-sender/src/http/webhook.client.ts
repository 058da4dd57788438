// out: the HTTPS POST; the only place that POSTs to receivers
import { Injectable } from '@nestjs/common';
import { LATEST_MS } from '#libs/contracts';
import { type AttemptDetails, shownHeaders } from './attempt-details.js';
import type { ConnectionSteps } from './connection-steps.client.js';
import { Connections } from './connections.client.js';
import { maskSecrets } from './mask-secrets.js';
import { type Answer, classifyAnswer, type Failure, type NotMade, type Outcome } from './outcome.js';
import type { WebhookRequest } from './webhook-request.js';
import { leftMs } from './time-limit.js';
import { Exchange } from './exchange.client.js';
import type { KeptPool } from './pools.client.js';

export interface Posted {
  readonly outcome: Outcome | NotMade;
  readonly senderAddress: string | undefined;
  /** True when the request was written to a connection; otherwise the receiver cannot have got it. */
  readonly isSent: boolean;
  readonly details: AttemptDetails;
}

@Injectable()
export class WebhookClient {
  constructor(private readonly connections: Connections) {}

  /** Makes one POST to its end: status and whole answer within the time-out, no redirects. Never throws. */
  async post(request: WebhookRequest): Promise<Posted> {
    const endMs = performance.now() + leftMs(request);
    const first = await this.tryOnce(request, leftMs(request));
    // A kept connection broke just before the POST was written to it: the receiver cannot have got the POST.
    return first.hasLostConnection ? this.tryOnce(request, Math.max(1, endMs - performance.now())) : first;
  }

  private async tryOnce(request: WebhookRequest, timeoutMs: number): Promise<Posted & Pick<Made, 'hasLostConnection'>> {
    const on: On = { kept: undefined, steps: undefined };
    const exchange = new Exchange(timeoutMs, (error) => on.kept && this.connections.fault(request.receiverId, on.kept, error));
    const { outcome, steps, hasLostConnection } = await this.make(request, exchange, on);
    const { socket } = exchange;
    return {
      outcome,
      senderAddress: this.connections.senderAddressOf(request.receiverId, socket),
      isSent: socket !== undefined,
      details: toDetails(request, exchange, steps),
      hasLostConnection,
    };
  }

  private async make(request: WebhookRequest, exchange: Exchange, on: On): Promise<Made> {
    const { receiverId, origin, path, body, clientCertificate: certificate } = request;
    try {
      const kept = (on.kept = this.connections.to(request));
      kept.exchanges.add(exchange);
      const { latest } = kept.opening;
      kept.pool.dispatch({ method: 'POST', path, headers: toHeaders(request), body }, exchange);
      if (kept.opening.latest !== latest) on.steps = kept.opening.latest; // undici has begun a connection for this POST
      const answer = await exchange.answer;
      this.connections.answered(kept);
      return { outcome: classifyAnswer(withoutSecrets(answer, request)), steps: this.connections.stepsOf(exchange.socket!, on.steps) };
    } catch (error) {
      const { socket, progress } = exchange;
      const { hostname } = new URL(origin);
      const steps = on.kept && this.connections.stepsOf(socket ?? (error as Failure), on.steps ?? on.kept.opening.latest);
      const way = { receiverId, hostname, socket, steps, limit: request, progress, certificate };
      const hasLostConnection = socket === undefined && on.kept !== undefined && this.connections.isOfKept(error as Failure);
      return { outcome: await this.connections.judge(way, error as Failure), steps, hasLostConnection };
    } finally {
      on.kept?.exchanges.delete(exchange);
    }
  }
}

/** The pool and connection that carry the exchange; undefined = not known yet. */
interface On {
  kept: KeptPool | undefined;
  /** The steps of the connection that was begun for the exchange. */
  steps: ConnectionSteps | undefined;
}

interface Made {
  readonly outcome: Outcome | NotMade;
  readonly steps: ConnectionSteps | undefined;
  /** The connection, kept open from an earlier POST, broke before this POST was written. */
  readonly hasLostConnection?: boolean;
}

/** Returns the details of the exchange. Only the first exchange on a connection shows how the connection was opened. */
function toDetails(
  request: WebhookRequest,
  { socket, isFirst, firstByteMs }: Exchange,
  steps: ConnectionSteps | undefined,
): AttemptDetails {
  const isOpenedForIt = isFirst || socket === undefined;
  return {
    url: request.shownUrl,
    requestHeaders: shownHeaders(request),
    tlsVersion: steps?.tlsVersion,
    ...(isOpenedForIt && steps && toOpening(steps)),
    firstByteMs,
  };
}

const toOpening = ({ dnsMs, connectMs, tlsMs, certificate }: ConnectionSteps): Partial<AttemptDetails> => ({
  dnsMs,
  connectMs,
  tlsMs,
  certificateNotBefore: certificate && isoOf(certificate.validFromDate),
  certificateNotAfter: certificate && isoOf(certificate.validToDate),
});

/** undefined = PostgreSQL does not support the date; a server may show any date. */
const isoOf = (date: Date): string | undefined => (date.getTime() > 0 && date.getTime() <= LATEST_MS ? date.toISOString() : undefined);

function toHeaders({ headers, secretHeaders }: WebhookRequest): Record<string, string> {
  const revealed = Object.entries(secretHeaders).map(([name, secret]) => [name, secret.reveal()]);
  return Object.assign(Object.fromEntries(revealed), headers);
}

function withoutSecrets(answer: Answer, { secretHeaders, secrets }: WebhookRequest): Answer {
  const sent = [...Object.values(secretHeaders), ...secrets];
  const masked = (text: string): string => (text === '' || sent.length === 0 ? text : maskSecrets(text, sent));
  return { ...answer, text: masked(answer.text), location: answer.location && masked(answer.location) };
}
