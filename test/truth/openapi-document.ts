// The document that token-api serves at /openapi.json, made of its decorators.
import { CONTROLLERS } from '../../apps/token-api/src/token-api.module.js';
import { describedRoutes } from '../../apps/token-api/src/openapi/described-routes.setup.js';
import { toOpenApi } from '../../apps/token-api/src/openapi/openapi-document.js';

export const routes = describedRoutes(CONTROLLERS);

export const openApiDocument = toOpenApi(routes);
