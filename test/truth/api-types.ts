// The types of the TypeScript client, generated from the OpenAPI document.
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import type { JsonObject } from '#libs/contracts';

const headOf = (version: unknown): string =>
  `// The API of version ${String(version)}. Written by UPDATE_DOCS=1 npm test -- --selectProjects truth, from docs/openapi.json.\n`;

export async function generatedTypes(document: JsonObject): Promise<string> {
  const nodes = await openapiTS(structuredClone(document) as unknown as OpenAPI3, { silent: true });
  return headOf((document['info'] as JsonObject)['version']) + astToString(nodes);
}
