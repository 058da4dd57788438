import type { DynamicModule } from '@nestjs/common';

/** The settings that an app read from its environment: `@Inject(CONFIG) config: Pick<TokenApiConfig, 'maxTokensPerAccount'>`. */
export const CONFIG = Symbol('Config');

/** Provides the app's settings globally. It has no decorator because pure code imports this lib, and its tests would then load Nest. */
export class ConfigModule {
  static forRoot(config: object): DynamicModule {
    return { module: ConfigModule, global: true, providers: [{ provide: CONFIG, useValue: config }], exports: [CONFIG] };
  }
}
