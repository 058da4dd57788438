import { readFileSync } from 'node:fs';
import { rootCertificates } from 'node:tls';
import { Agent } from 'undici';
import { USER_AGENT } from '#libs/contracts';
import type { CheckArgs, PlannedPost, PostAnswer } from '#libs/receiver-check';
import { Exchange } from '../http/exchange.client.js';
import { MAX_HEADER_BYTES, type ExchangeProgress } from '../http/failure-words.js';
import { classifyFailure, type Failure } from '../http/outcome.js';
import { toFailed } from './to-failed.js';

/** Makes practice POSTs to a receiver like real POSTs: verified TLS, no redirects, one deadline for the whole answer. */
export class VerifyClient {
  private readonly agent: Agent;

  constructor(private readonly args: CheckArgs) {
    const { caFile } = args;
    this.agent = new Agent({
      maxHeaderSize: MAX_HEADER_BYTES,
      allowH2: false,
      connect: caFile === undefined ? {} : { ca: [...rootCertificates, readFileSync(caFile, 'utf8')] },
    });
  }

  async post(planned: PlannedPost): Promise<PostAnswer> {
    const exchange = this.exchange();
    const answer = await this.make(planned, exchange);
    // The kept connection may have broken just before this POST was written to it.
    const isUnheard = answer.kind === 'failed' && answer.outcome !== 'timeout' && exchange.socket === undefined;
    return isUnheard ? this.make(planned, this.exchange()) : answer;
  }

  private exchange(): Exchange {
    return new Exchange(this.args.timeoutMs, () => undefined); // the exchange then fails
  }

  private async make({ headers, body }: PlannedPost, exchange: Exchange): Promise<PostAnswer> {
    const { url, timeoutMs } = this.args;
    const startedAt = performance.now();
    try {
      const { origin, pathname, search } = new URL(url);
      const own = { ...headers, ...this.ownHeaders(), 'user-agent': USER_AGENT };
      this.agent.dispatch({ origin, path: pathname + search, method: 'POST', headers: own, body }, exchange);
      const { httpStatus } = await exchange.answer;
      return { kind: 'answered', status: httpStatus, durationMs: performance.now() - startedAt };
    } catch (error) {
      return toFailed(classifyFailure(error as Failure, { limit: { timeoutMs }, progress: known(exchange.progress) }));
    }
  }

  close(): Promise<void> {
    return this.agent.destroy();
  }

  private ownHeaders(): Record<string, string> {
    return Object.fromEntries(Object.entries(this.args.headers).map(([name, secret]) => [name, secret.reveal()]));
  }
}

/** It is not known here whether TLS has begun. */
const known = (progress: ExchangeProgress): ExchangeProgress | undefined => (progress.kind === 'connecting' ? undefined : progress);
