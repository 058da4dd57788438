import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** The most rows that one statement deletes. */
const BATCH = 5000;

const TABLES = { session: 'session_id', session_link: 'link_id' } as const;

/** Deletes sessions and links that ended or expired more than a day ago. */
@Injectable()
export class PastSessionsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Deletes at most a batch of each table, and skips rows that another instance is deleting. @returns true when more rows may be left */
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
