import { Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK } from '#libs/config';
import { CircuitsRepository } from './circuits.repository.js';
import type { OpenCircuit } from './receiver-health.dto.js';
import { type Health, type HealthInput, toHealth } from './receiver-health.js';
import { ReceiverHealthRepository } from './receiver-health.repository.js';

type Receiver = HealthInput['receiver'] & { readonly receiverId: string };

/** Adds their health to receivers. */
@Injectable()
export class ReceiverHealthService {
  constructor(
    private readonly health: ReceiverHealthRepository,
    private readonly circuits: CircuitsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @param receivers all of the account */
  async addTo<T extends Receiver>(account: number, receivers: readonly T[]): Promise<(T & { readonly health: Health })[]> {
    const rows = await this.health.find(account);
    const nowMs = this.clock.nowMs();
    return receivers.map((receiver) => {
      const row = rows.get(receiver.receiverId);
      return { ...receiver, health: toHealth({ receiver, row, nowMs }) };
    });
  }

  async addToOne<T extends Receiver>(
    account: number,
    receiver: T,
  ): Promise<T & { readonly health: Health; readonly circuit: OpenCircuit | null }> {
    const { receiverId } = receiver;
    const [rows, circuit] = await Promise.all([this.health.find(account, receiverId), this.circuits.find(receiverId)]);
    const health = toHealth({ receiver, row: rows.get(receiverId), nowMs: this.clock.nowMs() });
    return { ...receiver, health, circuit };
  }
}
