import type { Secret } from '#libs/config';
import type { Output, Part } from '../output/output.js';
import { rawHeaders, type LocalWebhook } from './local-request.js';
import { growingMs, Pause } from './pause.js';
import { type LocalAnswer, postLocal } from './post-local.js';

export interface ForwarderOptions {
  readonly url: URL;
  readonly secret: Secret;
  readonly timeoutMs: number;
  readonly output: Output;
  /** No further POST begins after this. */
  readonly stopping: AbortSignal;
  /** The POST under way is broken off. */
  readonly breaking: AbortSignal;
  readonly waitMs?: (round: number) => number;
}

/** Makes the POSTs, one at a time, and shows each. */
export class Forwarder {
  private last: LocalWebhook | undefined;
  private turn: Promise<unknown> = Promise.resolve();
  private readonly pause = new Pause();

  constructor(private readonly options: ForwarderOptions) {}

  /** POSTs until an answer comes. @returns false when the listener ends before */
  async deliver(webhook: LocalWebhook): Promise<boolean> {
    const { stopping, waitMs = growingMs } = this.options;
    for (let round = 0; !stopping.aborted; round++) {
      const answer = await this.inTurn(() => this.post(webhook));
      if (answer.kind === 'answered') return true;
      if (this.options.breaking.aborted) return false;
      const ms = waitMs(round);
      this.options.output.note({ text: `  no answer: tries again in ${ms / 1000} s; nothing is skipped`, tone: 'faint' });
      await this.pause.wait(ms, stopping);
    }
    return false;
  }

  /** Tries at once what waits for an answer; else sends the last webhook again, once. */
  async again(): Promise<void> {
    const { output, stopping } = this.options;
    if (this.pause.isWaiting) return this.pause.cutShort();
    const { last } = this;
    if (!last) return output.note('There is no event to send again yet.');
    await this.inTurn(async () => {
      if (!stopping.aborted) await this.post(last, 'again');
    });
  }

  /** Runs the work after all that was asked for before. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.turn.then(work);
    this.turn = result.catch(() => undefined);
    return result;
  }

  private async post(webhook: LocalWebhook, remark = ''): Promise<LocalAnswer> {
    const { url, secret, timeoutMs, breaking: signal } = this.options;
    this.last = webhook;
    const headers = rawHeaders(webhook, url.host, { secret, nowMs: Date.now() });
    const answer = await postLocal({ url, path: webhook.path, headers, body: webhook.body, timeoutMs, signal });
    this.show(webhook, answer, remark);
    return answer;
  }

  private show(webhook: LocalWebhook, answer: LocalAnswer, remark: string): void {
    const { output } = this.options;
    const { eventid, event, courier, trackingNumber } = webhook;
    const at = new Date();
    const { kind, ms } = answer;
    output.value({ at: at.toISOString(), eventid, event, courier, trackingNumber, isRepeat: remark !== '', ...answer }, 0);
    const ended: Part = kind === 'answered' ? statusPart(answer.status) : { text: 'no answer', tone: 'bad' };
    const why = kind === 'unanswered' ? `: ${answer.reason}` : 'location' in answer ? ' a redirect, which is not followed' : '';
    output.line(
      { text: at.toISOString().slice(11, 19), tone: 'faint' },
      `  ${event.padEnd(LONGEST_NAME)}  ${courier} ${trackingNumber}  `,
      ended,
      `${why} in ${ms} ms${remark === '' ? '' : ` (${remark})`}`,
      { text: `  ${eventid}`, tone: 'faint' },
    );
  }
}

const LONGEST_NAME = 'onOutForDelivery'.length;

const statusPart = (status: number): Part => ({ text: String(status), tone: status >= 200 && status < 300 ? 'good' : 'bad' });
