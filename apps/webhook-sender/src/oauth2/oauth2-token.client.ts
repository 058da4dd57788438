// out: the token requests of OAuth2 receivers, with the guard, trust and sender address of their webhooks
import type { TLSSocket } from 'node:tls';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, KIB } from '#libs/config';
import { USER_AGENT } from '#libs/contracts';
import { type EgressConfig, parseReceiverUrl } from '#libs/egress';
import axios from 'axios';
import { Connections, type Way } from '../http/connections.client.js';
import type { ExchangeProgress } from '../http/failure-words.js';
import { isCertificateWanted } from '../http/exchange.client.js';
import { whenReadTooFar } from '../http/read-limit.client.js';
import { type Failure, isNotMade, type NotMade } from '../http/outcome.js';
import type { OAuth2Client } from '../receivers/receiver.js';
import { type NoToken, parseTokenAnswer, type TokenAnswer, tooLate } from './token-answer.js';
import { type Placement, type TokenRequest, toTokenRequest } from './token-request.js';

const MAX_ANSWER_BYTES = 64 * KIB;

export interface TokenQuestion {
  readonly receiverId: string;
  readonly client: OAuth2Client;
  readonly placement: Placement;
}

/** One limit for both requests, if the first placement of the credentials is refused. */
export interface TokenLimit {
  /** The receiver's time-out. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** The result of a token request; `isLate` = the time was up. */
export type TokenReply = TokenAnswer | (NoToken & { readonly isLate: true }) | NotMade;

const UNREACHABLE = { ok: false, reason: 'token_endpoint_unreachable' } as const;

@Injectable()
export class OAuth2TokenClient {
  constructor(
    private readonly connections: Connections,
    @Inject(CONFIG) private readonly config: Pick<EgressConfig, 'allowedRanges'>,
  ) {}

  /** Makes one request to the token endpoint: no redirects, answer capped, all within `limit`. Never throws. */
  async ask(question: TokenQuestion, limit: TokenLimit): Promise<TokenReply> {
    const parsed = parseReceiverUrl(question.client.tokenUrl, this.config.allowedRanges);
    if (!parsed.ok) return { ...UNREACHABLE, detail: `was not asked: ${parsed.detail}`, isAboutClient: false };
    let socket: TLSSocket | undefined;
    let progress: ExchangeProgress | undefined;
    let stopWatching: (() => void) | undefined;
    const onConnected = (used: TLSSocket): void => {
      [socket, progress] = [used, { kind: 'securing' }];
      used.once('secureConnect', () => {
        progress = { kind: 'written', isReused: false, isCertificateWanted: isCertificateWanted(used) };
      });
      stopWatching?.();
      stopWatching = whenReadTooFar(used, 'begin', (flood) => used.destroy(flood));
    };
    try {
      const request = toTokenRequest(question.client, question.placement);
      const { status, body } = await this.post(question, request, { signal: limit.signal, onConnected });
      const { authorization } = request;
      return parseTokenAnswer(status, body, [question.client.clientSecret, ...(authorization ? [authorization] : [])]);
    } catch (error) {
      // Pass on only the error's code and message: the error carries the request with the client's secret.
      return this.toReply(
        {
          receiverId: question.receiverId,
          hostname: parsed.url.hostname,
          socket,
          limit,
          progress,
          certificate: question.client.clientCertificate,
        },
        error as Failure,
        limit.signal.aborted,
      );
    } finally {
      stopWatching?.();
    }
  }

  private async toReply(way: Way, { message, code, cause }: Failure, isTimeUp: boolean): Promise<TokenReply> {
    const { isLate: wasLate = false, syscall, errors, restMs } = (cause ?? {}) as Partial<Failure>; // the socket's own error
    const isLate = isTimeUp || wasLate;
    const codes = {
      ...(code !== undefined && { code }),
      ...(syscall !== undefined && { syscall }),
      ...(errors && { errors }),
      ...(restMs !== undefined && { restMs }),
    };
    const failure = { name: isTimeUp ? 'TimeoutError' : '', message, ...(!isTimeUp && codes) };
    const outcome = await this.connections.judge(way, failure);
    if (isNotMade(outcome)) return outcome;
    if (isTimeUp) return tooLate(way.limit.timeoutMs);
    const detail = `could not be asked (${outcome.kind}): ${outcome.detail ?? ''}`;
    return isLate ? { ...UNREACHABLE, detail, isLate } : { ...UNREACHABLE, detail, isAboutClient: false };
  }

  private async post(
    { receiverId, client }: TokenQuestion,
    { authorization, form }: TokenRequest,
    { signal, onConnected }: { signal: AbortSignal; onConnected: (socket: TLSSocket) => void },
  ): Promise<{ status: number; body: string }> {
    const { status, data } = await axios.post<unknown>(client.tokenUrl, form.reveal(), {
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
        'accept-encoding': 'identity',
        'user-agent': USER_AGENT,
        ...(authorization && { authorization: authorization.reveal() }),
      },
      httpsAgent: this.connections.agentFor({ receiverId, certificate: client.clientCertificate }, onConnected, signal),
      proxy: false, // ignore the environment's proxies
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
