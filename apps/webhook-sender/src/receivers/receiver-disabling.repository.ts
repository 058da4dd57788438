// table receiver: a receiver that answers 410 is disabled if its owner wants that; token-api writes everything else of it
import { Injectable } from '@nestjs/common';
import { disabling } from '#libs/persistence';
import { DataSource } from 'typeorm';

const GONE = disabling({ reason: 'gone', by: 'webhook-sender', which: `WHERE receiver_id = ANY($1::uuid[]) AND on_gone = 'disable'` });

@Injectable()
export class ReceiverDisablingRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Disables a receiver after a 410 if its owner wants that. @returns the receivers that were enabled until now */
  async disableGone(receiverIds: readonly string[]): Promise<string[]> {
    if (receiverIds.length === 0) return [];
    const rows = await this.dataSource.query<{ receiverId: string }[]>(GONE, [receiverIds]);
    return rows.map(({ receiverId }) => receiverId);
  }
}
