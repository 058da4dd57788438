// The document that token-api serves at /openapi.json, generated from its decorators.
import { NestFactory } from '@nestjs/core';
import { readConfig } from '#libs/config';
import type { JsonObject } from '#libs/contracts';
import { webhooksOf } from '../../apps/token-api/src/docs/webhooks.js';
import { createOpenApi } from '../../apps/token-api/src/openapi/openapi.setup.js';
import { SETTINGS } from '../../apps/token-api/src/token-api.config.js';
import { TokenApiModule } from '../../apps/token-api/src/token-api.module.js';
import { type OpenApi, operationsOf } from '../support/answer-checks.js';

/** No server is contacted: in preview mode no class is instantiated. */
const CONFIG = readConfig(SETTINGS, {
  KAFKA_BROKERS: 'none:9092',
  DATABASE_URL: 'postgres://none@none/none',
  SECRETS_KEY: Buffer.alloc(32).toString('base64'),
});

const app = await NestFactory.create(TokenApiModule.forRoot(CONFIG), { preview: true, logger: false, abortOnError: false });

export const openApiDocument: JsonObject = createOpenApi(app, webhooksOf());

export const routes = operationsOf(openApiDocument as unknown as OpenApi);
