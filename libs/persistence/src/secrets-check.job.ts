// in: the clock and table secrets_check; out: the end of an app whose SECRETS_KEY has become wrong
import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Recurring, SECOND } from '#libs/config';
import { errorFields, Health, Logger } from '#libs/observability';
import { DataSource } from 'typeorm';
import { SecretBox } from './secret-box.provider.js';
import { refuseWrongKeys, WrongKeys } from './secrets-check.repository.js';

const EVERY_MS = 10 * SECOND;

/** Ends an app that has only the old key after a rotation. Otherwise its attempts would fail, one receiver after the other. */
@Injectable()
export class SecretsCheckJob implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly recurring: Recurring;

  constructor(
    private readonly dataSource: DataSource,
    private readonly secretBox: SecretBox,
    private readonly health: Health,
    logger: Logger,
  ) {
    this.recurring = new Recurring({
      everyMs: EVERY_MS,
      work: () => this.look(),
      onFailure: (error) => logger.warn('secrets.notChecked', errorFields(error)),
    });
  }

  onApplicationBootstrap(): void {
    this.recurring.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.recurring.stop();
  }

  private async look(): Promise<void> {
    await refuseWrongKeys(this.dataSource, this.secretBox).catch((error: unknown) => {
      if (!(error instanceof WrongKeys)) throw error;
      this.health.fail(error.message);
    });
  }
}
