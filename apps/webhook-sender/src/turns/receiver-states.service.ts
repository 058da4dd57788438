import { Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK, SECOND } from '#libs/config';
import { InFlightAttempts } from '../in-flight/in-flight-attempts.service.js';
import type { Queue } from '../queue/queued-attempt.js';
import { ReceiverQueues } from '../queue/receiver-queues.service.js';
import { type OwnedState, ReceiverStatesRepository } from '../queue/receiver-states.repository.js';
import { Turns } from './turns.provider.js';

/** Keeps the rows of this process's receivers in table receiver_queue: one row for each receiver whose attempts something holds back. */
@Injectable()
export class ReceiverStates {
  private telling: Promise<void> = Promise.resolve();

  constructor(
    private readonly repository: ReceiverStatesRepository,
    private readonly queues: ReceiverQueues,
    private readonly turns: Turns,
    private readonly inFlight: InFlightAttempts,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'steadyMs'>,
  ) {}

  /**
   * Call this when partitions are claimed: queues that other processes have owned begin with the state that those processes reported.
   * @param isCurrent whether the partitions are still as claimed: the next claim reads again
   * @throws when the database is down: call it again
   */
  async takeOver(isCurrent: () => boolean): Promise<void> {
    const states = await this.repository.all(); // read first: if this fails, the next try still sees the partitions as new
    if (!isCurrent()) return;
    const { goOn, returned } = this.queues.claimed(this.inFlight.queues());
    for (const queue of returned) this.turns.change(queue, () => queue.forget());
    for (const state of states) {
      const queue = this.queues.of(state);
      if (!queue) continue;
      queue.told = 'as the table says'; // any text will do: a row exists that must be written again or removed
      if (!goOn.has(queue.partition)) this.turns.change(queue, () => queue.restore(state, this.clock.steadyMs()));
    }
    await this.tell();
  }

  /**
   * Writes the changed states for token-api and the next owner.
   * @throws when the database is down: call it again
   */
  tell(): Promise<void> {
    const next = this.telling.catch(() => undefined).then(() => this.write(this.clock.steadyMs()));
    this.telling = next;
    return next;
  }

  private async write(nowMs: number): Promise<void> {
    const changed: { queue: Queue; state: OwnedState; text: string }[] = [];
    const ended: Queue[] = [];
    for (const queue of this.queues.all()) {
      const state = stateOf(queue, nowMs);
      const text = state && toText(state, nowMs);
      if (text === queue.told) continue;
      if (state) changed.push({ queue, state, text: text! });
      else ended.push(queue);
    }
    for (const { queue } of changed) queue.told ??= 'being written'; // keeps the queue meanwhile; otherwise its row would stay for ever
    await this.repository.write(changed.map(({ state }) => state));
    for (const { queue, text } of changed) queue.told = text;
    await this.repository.remove(ended.map(({ receiverId, partition }) => ({ receiverId, ...partition.claim })));
    for (const queue of ended) queue.told = undefined;
  }
}

function stateOf(queue: Queue, nowMs: number): OwnedState | undefined {
  const state = queue.state(nowMs);
  return state && { ...state, ...queue.partition.claim };
}

/** Equal texts mean equal states, to the second. */
function toText({ epoch, untilProbeMs, heldForMs, limited, oldestWaitedMs }: OwnedState, nowMs: number): string {
  const at = (ms: number | undefined): number | undefined => ms && Math.round((nowMs + ms) / SECOND);
  return JSON.stringify([
    epoch,
    untilProbeMs !== undefined,
    at(untilProbeMs),
    at(heldForMs),
    limited,
    oldestWaitedMs && at(-oldestWaitedMs),
  ]);
}
