import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Rows deleted in one statement. */
const BATCH = 5000;

const TABLES = { session: 'session_id', session_link: 'link_id' } as const;

/** Rows of sessions and links that ended or expired more than a day ago. */
@Injectable()
export class PastSessionsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** At most a batch of each table; rows that another instance is deleting are skipped. @returns whether there may be more */
  async deleteSome(): Promise<boolean> {
    const deleted = [await this.deleteOf('session'), await this.deleteOf('session_link')];
    return deleted.includes(BATCH);
  }

  private async deleteOf(table: keyof typeof TABLES): Promise<number> {
    const id = TABLES[table];
    const [, deleted] = await this.dataSource.query<[unknown, number]>(
      `DELETE FROM ${table} WHERE ${id} IN
         (SELECT ${id} FROM ${table} WHERE least(ended_at, expires_at) < now() - interval '1 day' LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
    );
    return deleted;
  }
}
