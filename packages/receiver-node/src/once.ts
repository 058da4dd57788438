import type { Webhook } from './webhook.js';

/** Remembers which events are done. @typeParam Tx what `work` writes with, such as a database client in a transaction */
export interface Memory<Tx> {
  /**
   * Runs `work`, and remembers the id only together with completed work. Does nothing if the id is remembered.
   * @throws Busy another request works on this id
   */
  once(eventid: string, work: (tx: Tx) => Promise<void>): Promise<void>;
}

/** Another request works on the same event. The answer is 503, and the service sends the webhook again. */
export class Busy extends Error {
  override readonly name = 'Busy';

  constructor(eventid: string) {
    super(`Another request works on the event ${eventid}.`);
  }
}

/** @returns a `store` that runs `work` once per event, however often the webhook comes */
export const onceByEventId =
  <Tx>(memory: Memory<Tx>, work: (webhook: Webhook, tx: Tx) => Promise<void>) =>
  (webhook: Webhook): Promise<void> =>
    memory.once(webhook.eventid, (tx) => work(webhook, tx));

/** For examples and tests: a restart forgets everything, and other processes know nothing of it. */
export class InMemory implements Memory<undefined> {
  private readonly states = new Map<string, 'running' | 'done'>();

  async once(eventid: string, work: (tx: undefined) => Promise<void>): Promise<void> {
    if (this.states.get(eventid) === 'done') return;
    if (this.states.has(eventid)) throw new Busy(eventid);
    this.states.set(eventid, 'running');
    try {
      await work(undefined);
      this.states.set(eventid, 'done');
    } catch (error) {
      this.states.delete(eventid);
      throw error;
    }
  }
}
