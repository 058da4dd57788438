import { type ApiClient, eventPagesAfter } from '#libs/api-client';
import { wants } from '#libs/contracts';
import type { Forwarder } from './forwarder.js';
import type { ListenerLock } from './listener-lock.js';
import { checkedPayload, localWebhook, type LocalWebhook } from './local-request.js';
import type { PositionFile } from './position-file.js';
import type { WebhookForm } from './webhook-form.js';

export interface ListenerOptions {
  readonly client: ApiClient;
  readonly form: WebhookForm;
  readonly url: URL;
  readonly filters: Readonly<Record<string, string>>;
  readonly lock: ListenerLock;
  readonly position: PositionFile;
  readonly forwarder: Forwarder;
  readonly pauseMs: number;
  readonly stopping: AbortSignal;
  /** Called after the answer to each webhook, before its position is saved. */
  readonly onAnswered: (webhook: LocalWebhook) => void;
}

/** A page is small, because a listener that was killed reads its page again. */
const PAGE = 50;

/** Walks forward through the events and forwards each, in order, until it is stopped. */
export class Listener {
  constructor(private readonly options: ListenerOptions) {}

  /** @param begin where the walk begins, and what of the first page has its answer */
  async run(begin: { readonly after: string; readonly done: readonly string[] }): Promise<void> {
    const { client, filters, pauseMs, stopping } = this.options;
    let { after, done } = begin;
    const walk = { after, filters: { ...filters, limit: PAGE }, pauseMs, signal: stopping };
    for await (const page of eventPagesAfter(client, walk)) {
      if (!(await this.forwardPage(page.events, { after, done }))) return;
      after = page.nextAfter ?? after;
      done = [];
      this.save({ after, done });
    }
  }

  /** @returns false when the listener was stopped before the end of the page */
  private async forwardPage(
    events: readonly { readonly payload: unknown }[],
    { after, done }: { readonly after: string; readonly done: readonly string[] },
  ): Promise<boolean> {
    const answered = [...done];
    const { form, url, forwarder, stopping } = this.options;
    for (const { payload } of events) {
      if (stopping.aborted) return false;
      const known = checkedPayload(payload);
      if (answered.includes(known.eventid) || !wants(form.filter, known)) continue;
      const webhook = localWebhook(known, url, form);
      if (!(await forwarder.deliver(webhook))) return false;
      this.options.onAnswered(webhook);
      answered.push(webhook.eventid);
      this.save({ after, done: answered });
    }
    return true;
  }

  private save(position: { readonly after: string; readonly done: readonly string[] }): void {
    this.options.lock.mustHold();
    this.options.position.save(position);
  }
}
