import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { CONFIG } from '#libs/config';
import { Logger, type Program, toNestLogger } from '#libs/observability';
import { setUpHttp } from './http.setup.js';
import { SETTINGS, type TokenApiConfig } from './token-api.config.js';
import { TokenApiModule } from './token-api.module.js';

export const PROGRAM: Program<typeof SETTINGS, NestExpressApplication> = {
  settings: SETTINGS,
  create: async (config) => {
    const options = { bodyParser: false, bufferLogs: true, abortOnError: false };
    const app = await NestFactory.create<NestExpressApplication>(TokenApiModule.forRoot(config), options);
    app.useLogger(toNestLogger(app.get(Logger)));
    setUpHttp(app);
    return app;
  },
  begin: async (app) => {
    const { port, host } = app.get<TokenApiConfig>(CONFIG);
    await app.listen(port, host);
    app.get(Logger).info('app.started', { url: await app.getUrl() });
  },
};
