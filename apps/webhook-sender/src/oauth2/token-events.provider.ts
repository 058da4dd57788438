import { Injectable } from '@nestjs/common';
import { Logger, Metrics } from '#libs/observability';

const OUTCOMES = ['token', 'none'];

/** Reports requests for access tokens as log lines and a metric. */
@Injectable()
export class TokenEvents {
  private readonly requests;

  constructor(
    private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.requests = metrics.counter('oauth2_token_requests_total', 'Requests for access tokens of receivers', {
      labels: { outcome: '`token`, `none`' },
    });
    // Start each series at 0: `rate()` does not see the first value of a new series.
    for (const outcome of OUTCOMES) this.requests.inc({ outcome }, 0);
  }

  /** @param reply `detail` says why there is no token */
  requested(receiverId: string, reply: { readonly durationMs: number; readonly detail?: string }): void {
    this.requests.inc({ outcome: reply.detail === undefined ? 'token' : 'none' });
    this.logger.info('receiver.tokenRequested', { receiverId, ...reply });
  }
}
