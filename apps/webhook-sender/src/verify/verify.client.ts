import { readFileSync } from 'node:fs';
import { rootCertificates } from 'node:tls';
import { Agent } from 'undici';
import { classifyFailure, type Failure } from '../delivery/outcome.js';
import { USER_AGENT } from '../delivery/prepare-request.js';
import type { PostAnswer } from './judge-answers.js';
import type { PlannedPost } from './plan-checks.js';
import type { VerifyArgs } from './verify-args.js';

/** Practice POSTs to one's own receiver: verified TLS, no redirects, one deadline over the whole answer, like the real ones. */
export class VerifyClient {
  private readonly agent: Agent;

  constructor(private readonly args: VerifyArgs) {
    const { caFile } = args;
    this.agent = new Agent({ connect: caFile === undefined ? {} : { ca: [...rootCertificates, readFileSync(caFile, 'utf8')] } });
  }

  async post({ headers, body }: PlannedPost): Promise<PostAnswer> {
    const { url, timeoutMs } = this.args;
    const startedAt = performance.now();
    try {
      const { origin, pathname, search } = new URL(url);
      const { statusCode, body: answer } = await this.agent.request({
        origin,
        path: pathname + search,
        method: 'POST',
        headers: { ...headers, ...this.ownHeaders(), 'user-agent': USER_AGENT },
        body,
        signal: AbortSignal.timeout(timeoutMs),
      });
      await answer.dump();
      return { kind: 'answered', status: statusCode, durationMs: performance.now() - startedAt };
    } catch (error) {
      const { kind: outcome, detail = '' } = classifyFailure(error as Failure, { limit: { timeoutMs } });
      return { kind: 'failed', outcome, detail };
    }
  }

  close(): Promise<void> {
    return this.agent.destroy();
  }

  private ownHeaders(): Record<string, string> {
    return Object.fromEntries(Object.entries(this.args.headers).map(([name, secret]) => [name, secret.reveal()]));
  }
}
