import { Injectable } from '@nestjs/common';
import { SECOND } from '#libs/config';
import { Ownership } from '../partitions/ownership.service.js';
import { type OwnedState, type ReceiverState, ReceiverStatesRepository } from './receiver-states.repository.js';

/** Keeps the rows of this process's receivers in table receiver_queue: one for each receiver whose attempts wait behind something. */
@Injectable()
export class ReceiverStates {
  /** Receiver → what its row says. */
  private readonly told = new Map<string, string>();
  private telling: Promise<void> = Promise.resolve();

  constructor(
    private readonly repository: ReceiverStatesRepository,
    private readonly ownership: Ownership,
  ) {}

  /** What the former owners of this process's receivers have told. */
  async takeOver(): Promise<ReceiverState[]> {
    const states = (await this.repository.all()).filter(({ receiverId }) => this.ownership.owns(receiverId));
    this.told.clear();
    for (const { receiverId } of states) this.told.set(receiverId, 'as its former owner told');
    return states;
  }

  /** Writes what has changed. @param states all that are to be told now @throws when the database is down: call it again */
  tell(states: () => readonly ReceiverState[], nowMs: number): Promise<void> {
    const next = this.telling.catch(() => undefined).then(() => this.write(states(), nowMs));
    this.telling = next;
    return next;
  }

  private async write(states: readonly ReceiverState[], nowMs: number): Promise<void> {
    const owned = states.flatMap((state): OwnedState[] => {
      const partition = this.ownership.ownedPartitionOf(state.receiverId);
      return partition ? [{ ...state, ...partition }] : [];
    });
    const changed = owned.filter((state) => this.told.get(state.receiverId) !== toText(state, nowMs));
    const current = new Set(owned.map(({ receiverId }) => receiverId));
    const ended = [...this.told.keys()].filter((receiverId) => !current.has(receiverId));
    await this.repository.write(changed);
    for (const state of changed) this.told.set(state.receiverId, toText(state, nowMs));
    await this.repository.remove(ended.map((receiverId) => ({ receiverId, ...this.ownership.ownedPartitionOf(receiverId)! })));
    for (const receiverId of ended) this.told.delete(receiverId);
  }
}

/** Equal texts say the same, to the second. */
function toText({ epoch, untilProbeMs, heldForMs, limited }: OwnedState, nowMs: number): string {
  const at = (ms: number | undefined): number | undefined => ms && Math.round((nowMs + ms) / SECOND);
  return JSON.stringify([epoch, untilProbeMs !== undefined, at(untilProbeMs), at(heldForMs), limited]);
}
