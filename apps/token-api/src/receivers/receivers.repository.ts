import { Inject, Injectable } from '@nestjs/common';
import { ReceiverEntity } from '#libs/persistence';
import { DataSource } from 'typeorm';

/** Table receiver; every question carries the account, so nobody reaches another's row. */
@Injectable()
export class ReceiversRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  list(accountId: number): Promise<ReceiverEntity[]> {
    return this.dataSource.manager.find(ReceiverEntity, { where: { accountId }, order: { createdAt: 'ASC', receiverId: 'ASC' } });
  }

  find(accountId: number, receiverId: string): Promise<ReceiverEntity | null> {
    return this.dataSource.manager.findOne(ReceiverEntity, { where: { accountId, receiverId } });
  }

  async create(receiver: Omit<ReceiverEntity, 'createdAt' | 'updatedAt'>): Promise<ReceiverEntity> {
    const entity = this.dataSource.manager.create(ReceiverEntity, receiver);
    await this.dataSource.manager.insert(ReceiverEntity, entity);
    return entity;
  }

  /** Changes one receiver under a row lock, so that two changes at once both count. @returns undefined when the account has none such */
  change(accountId: number, receiverId: string, change: (receiver: ReceiverEntity) => void): Promise<ReceiverEntity | undefined> {
    return this.dataSource.transaction(async (manager) => {
      const receiver = await manager.findOne(ReceiverEntity, { where: { accountId, receiverId }, lock: { mode: 'pessimistic_write' } });
      if (!receiver) return undefined;
      change(receiver);
      return manager.save(receiver);
    });
  }

  /** @returns false when the account has none such */
  async delete(accountId: number, receiverId: string): Promise<boolean> {
    const { affected } = await this.dataSource.manager.delete(ReceiverEntity, { accountId, receiverId });
    return affected === 1;
  }
}
