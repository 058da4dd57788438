import { Inject, Injectable } from '@nestjs/common';
import { Health } from '#libs/observability';
import { DataSource } from 'typeorm';

/** Not ready while the database does not answer: every route but one needs it. */
@Injectable()
export class DatabaseReadiness {
  constructor(@Inject(Health) health: Health, @Inject(DataSource) dataSource: DataSource) {
    health.addReadiness('database', async () => {
      await dataSource.query('SELECT 1');
      return undefined;
    });
  }
}
