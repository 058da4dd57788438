import { type DynamicModule, Module } from '@nestjs/common';
import { retryWithBackOff } from '#libs/config';
import { Health, Logger, type ObservabilityConfig } from '#libs/observability';
import { DataSource } from 'typeorm';
import type { SecretsConfig } from './persistence.config.js';
import { SecretBox } from './secret-box.provider.js';
import { refuseWrongKeys, WrongKeys } from './secrets-check.repository.js';
import { SecretsCheckJob } from './secrets-check.job.js';

/** Provides the SecretBox globally. An app does not start with a wrong SECRETS_KEY. */
@Module({})
export class SecretsModule {
  static forRoot(config: SecretsConfig & Pick<ObservabilityConfig, 'startWithinMs'>): DynamicModule {
    const secretBox = {
      provide: SecretBox,
      useFactory: async (dataSource: DataSource, health: Health, logger: Logger): Promise<SecretBox> => {
        const box = new SecretBox(config.secretsKeys);
        const { isThere, onRetry } = health.waitsFor('secrets', logger);
        const mayRetry = (error: unknown): boolean => !(error instanceof WrongKeys);
        await retryWithBackOff(() => refuseWrongKeys(dataSource, box), { withinMs: config.startWithinMs, onRetry, mayRetry });
        isThere();
        return box;
      },
      inject: [DataSource, Health, Logger],
    };
    return { module: SecretsModule, global: true, providers: [secretBox, SecretsCheckJob], exports: [SecretBox] };
  }
}
