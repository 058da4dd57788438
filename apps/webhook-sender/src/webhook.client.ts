// out: the HTTPS POST. The only place that POSTs to receivers.
import { Injectable } from '@nestjs/common';
import type { Dispatcher } from 'undici';
import { Connections } from './connections.client.js';
import { maskSecrets } from './delivery/mask-secrets.js';
import { classifyAnswer, type Failure, type Outcome, type OwnFault } from './delivery/outcome.js';
import type { WebhookRequest } from './delivery/prepare-request.js';

/** An answer is read this far; then the socket is destroyed. */
const MAX_ANSWER_BYTES = 64 * 1024;
/** What of it the attempt log keeps. */
const KEPT_ANSWER_BYTES = 4 * 1024;

export interface Posted {
  readonly outcome: Outcome | OwnFault;
  readonly senderAddress: string | undefined;
}

@Injectable()
export class WebhookClient {
  constructor(private readonly connections: Connections) {}

  /** One POST, to its end: status and whole answer within the time-out, no redirects followed. Never throws. */
  async post(request: WebhookRequest): Promise<Posted> {
    const outcome = await this.exchange(request);
    return { outcome, senderAddress: this.connections.senderAddressOf(request.receiverId) };
  }

  private async exchange(request: WebhookRequest): Promise<Outcome | OwnFault> {
    const { receiverId, origin, timeoutMs } = request;
    const connection = this.connections.to(receiverId, origin);
    try {
      const response = await connection.pool.request({
        method: 'POST',
        path: request.path,
        headers: toHeaders(request),
        body: request.body,
        signal: AbortSignal.timeout(timeoutMs),
      });
      this.connections.answered(connection);
      return classifyAnswer(response.statusCode, withoutSecrets(await readAnswer(response.body), request));
    } catch (error) {
      return this.connections.judge({ receiverId, hostname: new URL(origin).hostname }, error as Failure, timeoutMs);
    }
  }
}

function toHeaders({ headers, secretHeaders }: WebhookRequest): Record<string, string> {
  const revealed = Object.entries(secretHeaders).map(([name, secret]) => [name, secret.reveal()]);
  return { ...Object.fromEntries(revealed), ...headers };
}

function withoutSecrets(answer: string, { secretHeaders, secrets }: WebhookRequest): string {
  const sent = [...Object.values(secretHeaders), ...secrets];
  return answer === '' || sent.length === 0 ? answer : maskSecrets(answer, sent);
}

async function readAnswer(body: Dispatcher.ResponseData['body']): Promise<string> {
  const kept: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    if (bytes < KEPT_ANSWER_BYTES) kept.push(chunk.subarray(0, KEPT_ANSWER_BYTES - bytes));
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) break; // leaving the loop destroys the body and with it the socket
  }
  return toStorableText(Buffer.concat(kept));
}

/** PostgreSQL text takes no NUL; half a character at the cut becomes a replacement mark. */
const toStorableText = (bytes: Buffer): string => bytes.toString('utf8').replaceAll('\u0000', '');
