import type { DynamicModule } from '@nestjs/common';

/** What an app has read from its environment: `@Inject(CONFIG) config: Pick<TokenApiConfig, 'maxTokensPerAccount'>`. */
export const CONFIG = Symbol('Config');

/** The app's settings, global. No decorator: pure code imports this lib, and its tests would load Nest. */
export class ConfigModule {
  static forRoot(config: object): DynamicModule {
    return { module: ConfigModule, global: true, providers: [{ provide: CONFIG, useValue: config }], exports: [CONFIG] };
  }
}
