import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { readConfig } from '#libs/config';
import { Logger, runApp, toNestLogger } from '#libs/observability';
import { setUpHttp } from './http.setup.js';
import { SETTINGS } from './token-api.config.js';
import { TokenApiModule } from './token-api.module.js';

await runApp(async () => {
  const config = readConfig(SETTINGS, process.env);
  const options = { bodyParser: false, bufferLogs: true, abortOnError: false };
  const app = await NestFactory.create<NestExpressApplication>(TokenApiModule.forRoot(config), options);
  app.useLogger(toNestLogger(app.get(Logger)));
  setUpHttp(app);
  await app.listen(config.port, config.host);
  app.get(Logger).info('app.started', { url: await app.getUrl() });
  return app;
});
