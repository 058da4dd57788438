import { Injectable } from '@nestjs/common';
import { SECOND, within } from '#libs/config';
import { Health } from '#libs/observability';
import { DataSource } from 'typeorm';

/** Shorter than an orchestrator's wait for an answer. */
const ANSWER_MS = 900;

/** The app is not ready while the database does not answer. Only one question is open at a time, however often the probe is called. */
@Injectable()
export class DatabaseReadiness {
  private question: Promise<string | undefined> | undefined;

  constructor(
    health: Health,
    private readonly dataSource: DataSource,
  ) {
    health.addReadiness('database', () => this.complaint());
  }

  private async complaint(): Promise<string | undefined> {
    this.question ??= this.ask().finally(() => (this.question = undefined));
    const { question } = this;
    return (await within(ANSWER_MS, question)) ? question : `has not answered within ${ANSWER_MS / SECOND} s`;
  }

  private ask(): Promise<string | undefined> {
    return this.dataSource.query('SELECT 1').then(
      () => undefined,
      (error: Error) => error.message,
    );
  }
}
