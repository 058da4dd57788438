import type { JsonObject, TokenScope } from '#libs/contracts';
import type { ErrorName } from '#libs/errors';
import { errorComponents, errorResponses } from './error-responses.js';
import { GOES_WITH, type Operation, type Parameter } from './error-rows.js';
import { hoistTitled, toPlainSchemas } from './plain-schemas.js';

/** The tag of the webhooks. Every other tag is the first word of a path. */
export const WEBHOOKS = 'webhooks';

/** The extension in which `@Fails` stores its errors. */
export const FAILS = 'x-fails';

const JSON_TYPE = 'application/json';
/** `Accept` must cover these types of answers. Any other type is a page. */
const CHECKED_TYPES = [JSON_TYPE, 'text/csv'];

type Schemas = Readonly<Record<string, JsonObject>>;
type Content = Readonly<Record<string, { readonly schema: JsonObject; readonly example?: unknown; readonly examples?: JsonObject }>>;

interface RawOperation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly security?: readonly { readonly token?: readonly TokenScope[] }[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
  readonly [FAILS]?: readonly ErrorName[];
}

interface Route {
  readonly path: string;
  readonly raw: RawOperation;
  readonly operation: Operation;
}

/**
 * Completes the document that `@nestjs/swagger` makes from the decorators. It adds the errors of each operation, the parts that all operations
 * share, and the tag of each operation, which is the first word of its path. @throws Error that names a route without a description
 */
export function finishDocument(made: JsonObject, webhooks: JsonObject): JsonObject {
  const { paths, components, ...about } = toPlainSchemas(made) as { paths: RawPaths; components: { schemas: Schemas } };
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]) => ({ path, raw, operation: toOperation({ path, method, raw }, components.schemas) })),
  );
  const { node, schemas } = hoistTitled({
    paths: toPaths(routes),
    webhooks,
    responses: errorComponents(routes.map(({ operation }) => operation)),
    schemas: components.schemas,
  });
  const { responses, schemas: classes, ...finished } = node as Readonly<Record<string, JsonObject>>;
  const text = JSON.stringify([node, schemas]);
  // a class that is used only once, as a nullable field, gets no reference
  const used = Object.entries({ ...classes, ...schemas }).filter(([name]) => text.includes(`#/components/schemas/${name}"`));
  const named = Object.fromEntries(used.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return { ...about, security: [], ...finished, components: { ...components, schemas: named, responses } };
}

type RawPaths = Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;

function toOperation({ path, method, raw }: { path: string; method: string; raw: RawOperation }, schemas: Schemas): Operation {
  const [security] = raw.security ?? [];
  if (!security || raw.summary === undefined) {
    throw new Error(`${method} ${path}: a route needs @ApiOperation({ summary }) and @NeedsScope() or @Public()`);
  }
  const body = raw.requestBody?.content[JSON_TYPE];
  return {
    method,
    scope: security.token?.[0],
    parameters: raw.parameters,
    body: body && (schemas[String(body.schema['$ref']).split('/').at(-1) ?? ''] ?? body.schema),
    bodyExamples: Object.values(body?.examples ?? {}).map((example) => (example as { readonly value: JsonObject }).value),
    isPage: Object.values(raw.responses).some(({ content }) => content !== undefined && !CHECKED_TYPES.some((type) => type in content)),
    fails: raw[FAILS] ?? [],
  };
}

function toPaths(routes: readonly Route[]): JsonObject {
  const paths = [...new Set(routes.map(({ path }) => path))];
  return Object.fromEntries(
    paths.map((path) => [
      path,
      Object.fromEntries(routes.filter((route) => route.path === path).map((route) => [route.operation.method, toFinished(route)])),
    ]),
  );
}

function toFinished({ path, raw, operation }: Route): JsonObject {
  const { operationId, summary, description, requestBody, responses } = raw;
  return {
    operationId,
    summary,
    ...(description !== undefined && { description }),
    tags: [path.split('/')[1] ?? ''],
    security: operation.scope === undefined ? [] : raw.security,
    // the page at /docs shows the badge beside the name of the operation
    'x-badges': [{ name: operation.scope === undefined ? 'no token' : `scope: ${operation.scope}` }],
    parameters: [...PLACES.flatMap((place) => operation.parameters.filter((each) => each.in === place).map(toParameter)), REQUEST_ID],
    ...(requestBody && operation.body && { requestBody: { required: needsFields(operation.body), content: requestBody.content } }),
    responses: {
      ...Object.fromEntries(Object.entries(responses).map(([status, answer]) => [status, toAnswer(answer)])),
      ...errorResponses(operation),
    },
  };
}

const PLACES = ['path', 'query', 'header'];
const REQUEST_ID: JsonObject = { $ref: '#/components/parameters/RequestId' };

function toParameter(parameter: Parameter): JsonObject {
  const { [GOES_WITH]: _, required, ...rest } = parameter;
  return { ...rest, ...(required && { required }) };
}

/** A missing body counts as `{}`, which is valid if every field may be left out. */
const needsFields = (schema: JsonObject): boolean =>
  [schema['required'], schema['minProperties'], schema['anyOf']].some((keyword) => keyword !== undefined);

function toAnswer({ description, content }: RawOperation['responses'][string]): JsonObject {
  const media = Object.entries(content ?? {}).map(([type, { schema, example }]) => [
    type,
    { schema, ...(example !== undefined && { examples: { answer: { value: example } } }) },
  ]);
  return {
    description,
    headers: { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } },
    ...(content && { content: Object.fromEntries(media) as JsonObject }),
  };
}
