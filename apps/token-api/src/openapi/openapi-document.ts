import type { JsonObject } from '#libs/contracts';
import { type DescribedRoute, type Parameter } from './described-route.js';
import { errorComponents, errorResponses } from './error-responses.js';
import { hoistTitled } from './hoist-titled.js';

const JSON_TYPE = 'application/json';

const ABOUT = `Tokens, receivers and everything one wants to know about a webhook.

**Credentials.** Every request carries the headers \`user\` (the account's number) and \`token\`. Scopes are ordered, each includes the ones before:
\`read\` looks, \`write\` changes, \`generate\` manages tokens.

**Errors.** Whatever fails is answered with one form, \`{type, errors: [{code, detail, attr}]}\`, several faults at once. If several statuses apply, it is the first of
404 (unknown address), 405, 406, 401, 429, 403, 429 (too many at once), 415, 413, 400, 404 (unknown id), 429 (tests of receivers), 409, 429 (redeliveries), 503.

**Headers.** \`Accept\` must cover \`application/json\` or be absent. Every answer carries \`X-Request-Id\`: name it when you ask about a request.
Requests are limited per token: 429 says in \`Retry-After\` when to come back. HEAD is answered wherever GET is.`;

const TAGS: Readonly<Record<string, string>> = {
  tokens: 'API tokens of the account.',
  receivers: 'The HTTPS endpoints webhooks go to, and how.',
  consignments: 'Tracked parcels.',
  scans: 'Carrier notices.',
  events: 'What has happened to consignments, as it is sent to receivers.',
  deliveries: 'One event for one receiver: its status and every POST made for it.',
  redeliveries: 'Orders to send deliveries again, and their progress.',
  'audit-log': 'Who changed what.',
  'sender-addresses': 'For firewalls.',
  'openapi.json': 'The OpenAPI document.',
  docs: 'API reference, for people.',
};

/** OpenAPI 3.1 of these routes. */
export function toOpenApi(routes: readonly DescribedRoute[]): JsonObject {
  const { node, schemas } = hoistTitled({ paths: toPaths(routes), components: errorComponents(routes) });
  const { paths, components } = node as { paths: JsonObject; components: JsonObject };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parcel-event webhooks',
      version: '1.0.0',
      description: ABOUT,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'Where this document came from.' }],
    security: [],
    tags: tagsOf(routes),
    paths,
    components: { schemas, parameters: { RequestId: REQUEST_ID }, headers: HEADERS, securitySchemes: CREDENTIALS, ...components },
  };
}

const tagsOf = (routes: readonly DescribedRoute[]): JsonObject[] =>
  [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name, description: TAGS[name] ?? name }));

function toPaths(routes: readonly DescribedRoute[]): JsonObject {
  const paths = [...new Set(routes.map(({ path }) => path))];
  return Object.fromEntries(
    paths.map((path) => [
      path,
      Object.fromEntries(routes.filter((route) => route.path === path).map((route) => [route.method, toOperation(route)])),
    ]),
  );
}

function toOperation(route: DescribedRoute): JsonObject {
  const { id, summary, description, tag, access } = route;
  return {
    operationId: id,
    summary,
    ...(description !== undefined && { description }),
    tags: [tag],
    security: access === 'public' ? [] : [{ user: [], token: [access] }],
    parameters: [
      ...route.pathParameters.map((parameter) => toParameter(parameter, 'path')),
      ...route.queryParameters.map((parameter) => toParameter(parameter, 'query')),
      ...(route.headers ?? []).map((parameter) => toParameter(parameter, 'header')),
      { $ref: '#/components/parameters/RequestId' },
    ],
    ...(route.body && { requestBody: toRequestBody(route.body, route.examples ?? {}) }),
    responses: { [String(route.status)]: toAnswer(route), ...errorResponses(route) },
  };
}

function toParameter({ name, schema, isRequired }: Parameter, where: 'path' | 'query' | 'header'): JsonObject {
  const { description, ...rest } = schema;
  return { name, in: where, ...(isRequired && { required: true }), ...(description !== undefined && { description }), schema: rest };
}

const toRequestBody = (schema: JsonObject, examples: Readonly<Record<string, JsonObject>>): JsonObject => ({
  required: needsFields(schema),
  content: { [JSON_TYPE]: { schema, examples: Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }])) } },
});

/** A body that is missing is `{}`: fine where every field may be left out. */
const needsFields = (schema: JsonObject): boolean =>
  [schema['required'], schema['minProperties'], schema['anyOf']].some((keyword) => keyword !== undefined);

function toAnswer({ answer }: DescribedRoute): JsonObject {
  const { description, schema, example, mediaType = JSON_TYPE } = answer;
  const content = { [mediaType]: { schema, ...(example !== undefined && { examples: { answer: { value: example } } }) } };
  return { description, headers: { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } }, ...(schema && { content }) };
}

const REQUEST_ID: JsonObject = {
  name: 'X-Request-Id',
  in: 'header',
  description: 'Your own id of this request, 1 to 128 characters out of A–Z a–z 0–9 . _ -; another one is replaced by ours.',
  schema: { type: 'string' },
};

const HEADERS: JsonObject = {
  RequestId: {
    description: 'The id of this request, in every answer and every log line.',
    required: true,
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$' },
  },
  RetryAfter: {
    description: 'In how many seconds to try again.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  Allow: { description: 'The methods this address takes.', required: true, schema: { type: 'string' } },
  Challenge: {
    description: 'Credentials go into the headers `user` and `token`.',
    required: true,
    schema: { type: 'string', const: 'Token' },
  },
};

const CREDENTIALS: JsonObject = {
  user: { type: 'apiKey', in: 'header', name: 'user', description: 'The number of the account.' },
  token: {
    type: 'apiKey',
    in: 'header',
    name: 'token',
    description: 'A token of the account; the scope it needs stands at each operation.',
  },
};
