// out: the token request of OAuth2 receivers, through the guard, trust and sender address of their webhooks
import { Agent } from 'node:https';
import { Inject, Injectable } from '@nestjs/common';
import { KIB } from '#libs/config';
import { parseReceiverUrl } from '#libs/contracts';
import axios from 'axios';
import { Connections } from './connections.client.js';
import { classifyFailure, type Failure, type OwnFault } from './delivery/outcome.js';
import { USER_AGENT } from './delivery/prepare-request.js';
import type { OAuth2Client } from './delivery/receiver.js';
import { parseTokenAnswer, type TokenAnswer } from './delivery/token-answer.js';
import { type Placement, toTokenRequest } from './delivery/token-request.js';
import { CONFIG, type WebhookSenderConfig } from './webhook-sender.config.js';

const MAX_ANSWER_BYTES = 64 * KIB;

export interface TokenQuestion {
  readonly receiverId: string;
  readonly client: OAuth2Client;
  readonly placement: Placement;
}

/** What became of a token request; `isLate` = the time was up. */
export type TokenReply = TokenAnswer | { readonly ok: false; readonly detail: string; readonly isLate: true } | OwnFault;

@Injectable()
export class OAuth2TokenClient {
  constructor(
    private readonly connections: Connections,
    @Inject(CONFIG) private readonly config: Pick<WebhookSenderConfig, 'allowedRanges'>,
  ) {}

  /** One request to the token endpoint: no redirects, answer capped, all of it within `limit`. Never throws. */
  async ask(question: TokenQuestion, limit: AbortSignal): Promise<TokenReply> {
    const parsed = parseReceiverUrl(question.client.tokenUrl, this.config.allowedRanges);
    if (!parsed.ok) return { ok: false, detail: `was not asked: ${parsed.detail}`, isAboutClient: false };
    try {
      const { status, body } = await this.post(question, limit);
      return parseTokenAnswer(status, body);
    } catch (error) {
      // Nothing of the error but its code and message may go further: it carries the request with the client's secret.
      if (limit.aborted) return { ok: false, detail: 'did not answer completely in time', isLate: true };
      return toReply(error as Failure);
    }
  }

  private async post({ receiverId, client, placement }: TokenQuestion, signal: AbortSignal): Promise<{ status: number; body: string }> {
    const { authorization, form } = toTokenRequest(client, placement);
    const agent = new Agent({ ...this.connections.socketOptions(receiverId), keepAlive: false });
    const { status, data } = await axios.post<unknown>(client.tokenUrl, form.reveal(), {
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
        'accept-encoding': 'identity',
        'user-agent': USER_AGENT,
        ...(authorization && { authorization: authorization.reveal() }),
      },
      httpsAgent: agent,
      proxy: false, // the environment's proxies are not ours
      maxRedirects: 0,
      maxContentLength: MAX_ANSWER_BYTES,
      decompress: false,
      responseType: 'text',
      transformResponse: (text: unknown) => text,
      validateStatus: () => true,
      signal,
    });
    return { status, body: String(data) };
  }
}

function toReply(error: Failure): TokenReply {
  const failure = classifyFailure({ name: '', message: error.message, ...(error.code !== undefined && { code: error.code }) }, 0);
  if (failure.kind === 'own_fault') return failure;
  return { ok: false, detail: `could not be asked (${failure.kind}): ${failure.detail ?? ''}`, isAboutClient: false };
}
