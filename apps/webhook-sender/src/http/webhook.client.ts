// out: the HTTPS POST. The only place that POSTs to receivers.
import { Injectable } from '@nestjs/common';
import { Connections } from './connections.client.js';
import { maskSecrets } from './mask-secrets.js';
import { type Answer, classifyAnswer, type Failure, type Outcome, type LocalFault } from '../attempt/outcome.js';
import type { WebhookRequest } from '../attempt/prepare-request.js';
import { leftMs } from '../attempt/time-limit.js';
import { Exchange } from './exchange.client.js';

export interface Posted {
  readonly outcome: Outcome | LocalFault;
  readonly senderAddress: string | undefined;
  /** It was written to a connection; otherwise the receiver cannot have heard of it. */
  readonly isSent: boolean;
}

@Injectable()
export class WebhookClient {
  constructor(private readonly connections: Connections) {}

  /** One POST, to its end: status and whole answer within the time-out, no redirects followed. Never throws. */
  async post(request: WebhookRequest): Promise<Posted> {
    const exchange = new Exchange(leftMs(request));
    const outcome = await this.make(request, exchange);
    const { socket } = exchange;
    return { outcome, senderAddress: this.connections.senderAddressOf(request.receiverId, socket), isSent: socket !== undefined };
  }

  private async make(request: WebhookRequest, exchange: Exchange): Promise<Outcome | LocalFault> {
    const { receiverId, origin, path, body, clientCertificate: certificate } = request;
    try {
      const connection = this.connections.to(request);
      connection.pool.dispatch({ method: 'POST', path, headers: toHeaders(request), body }, exchange);
      const answer = await exchange.answer;
      this.connections.answered(connection);
      return classifyAnswer(withoutSecrets(answer, request));
    } catch (error) {
      const { socket, progress } = exchange;
      const { hostname } = new URL(origin);
      return this.connections.judge({ receiverId, hostname, socket, limit: request, progress, certificate }, error as Failure);
    }
  }
}

function toHeaders({ headers, secretHeaders }: WebhookRequest): Record<string, string> {
  const revealed = Object.entries(secretHeaders).map(([name, secret]) => [name, secret.reveal()]);
  return Object.assign(Object.fromEntries(revealed), headers);
}

function withoutSecrets(answer: Answer, { secretHeaders, secrets }: WebhookRequest): Answer {
  const sent = [...Object.values(secretHeaders), ...secrets];
  const masked = (text: string): string => (text === '' || sent.length === 0 ? text : maskSecrets(text, sent));
  return { ...answer, text: masked(answer.text), location: answer.location && masked(answer.location) };
}
