import type { JsonObject } from '#libs/contracts';
import { ERRORS, type ErrorName } from '#libs/errors';
import { errorRowsOf, isMissed, type Operation, queryOf } from './error-rows.js';

/** Returns the error answers of an operation, by status. Answers that all operations share are references to `errorComponents`. */
export function errorResponses(operation: Operation): JsonObject {
  return Object.fromEntries(
    byStatus(errorRowsOf(operation)).map(([status, names]) => [
      status,
      isEverywhereTheSame(names) ? { $ref: `#/components/responses/${nameOf(status)}` } : toResponse(names, operation),
    ]),
  );
}

export function errorComponents(operations: readonly Operation[]): JsonObject {
  const names = new Set(operations.flatMap(errorRowsOf).filter((name) => isEverywhereTheSame([name])));
  return Object.fromEntries(byStatus([...names]).map(([status, some]) => [nameOf(status), toResponse(some)]));
}

function byStatus(names: readonly ErrorName[]): [number, ErrorName[]][] {
  const statuses = [...new Set(names.map((name) => ERRORS[name].status))].toSorted((a, b) => a - b);
  return statuses.map((status) => [status, names.filter((name) => ERRORS[name].status === status)]);
}

const nameOf = (status: number): string => `Error${status}`;

/** The codes of a 400 depend on the fields, and the `attr` of a 404 depends on the id. */
const isEverywhereTheSame = (names: readonly ErrorName[]): boolean => names.every((name) => ![400, 404].includes(ERRORS[name].status));

const toResponse = (names: readonly ErrorName[], operation?: Operation): JsonObject => ({
  description: names.map((name) => ERRORS[name].detail).join(' '),
  headers: Object.assign({ 'X-Request-Id': header('RequestId') }, ...names.map((name) => HEADERS_OF[name] ?? {})) as JsonObject,
  content: {
    'application/json': {
      schema: ERROR,
      examples: Object.fromEntries(names.map((name) => [ERRORS[name].code, { value: exampleOf(name, operation) }])),
    },
  },
});

const header = (name: string): JsonObject => ({ $ref: `#/components/headers/${name}` });

const HEADERS_OF: Partial<Readonly<Record<ErrorName, JsonObject>>> = {
  notAuthenticated: { 'WWW-Authenticate': header('Challenge') },
  authenticationFailed: { 'WWW-Authenticate': header('Challenge') },
  methodNotAllowed: { Allow: header('Allow') },
  throttled: { 'Retry-After': header('RetryAfter') },
  unavailable: { 'Retry-After': header('RetryAfter') },
};

const typeOf = (name: ErrorName): string => (ERRORS[name].status >= 500 ? 'server_error' : 'client_error');

/** One schema for all error answers, so that clients catch one class. The examples of a status show its codes. */
const ERROR: JsonObject = {
  title: 'Error',
  type: 'object',
  required: ['type', 'errors'],
  properties: {
    type: { type: 'string', enum: ['client_error', 'server_error'] },
    errors: {
      type: 'array',
      minItems: 1,
      items: {
        title: 'ErrorItem',
        type: 'object',
        required: ['code', 'detail', 'attr'],
        properties: {
          code: { type: 'string', enum: [...new Set(Object.values(ERRORS).map(({ code }) => code))] },
          detail: { type: 'string', minLength: 1, description: 'For people; its wording may change.' },
          attr: {
            type: ['string', 'null'],
            description: 'The path of the wrong field, with dots; null when no field is wrong.',
          },
        },
      },
    },
  },
};

const exampleOf = (name: ErrorName, operation: Operation | undefined): JsonObject => ({
  type: typeOf(name),
  errors: [{ code: ERRORS[name].code, detail: ERRORS[name].detail, attr: operation ? attrOf(name, operation) : null }],
});

/** Returns a field of this operation that can have this error. */
function attrOf(name: ErrorName, operation: Operation): string | null {
  const { body, bodyExamples, parameters } = operation;
  const query = queryOf(operation);
  if (name === 'notFound') return parameters.findLast((parameter) => parameter.in === 'path')?.name ?? null;
  const places = [...(body ? placesIn(body, '') : []), ...query.flatMap(({ name, schema }) => placesIn(schema, name))];
  if (name === 'invalid') return places.find(({ path, schema }) => path !== '' && !isChoice(schema))?.path ?? null;
  if (name === 'invalidChoice') return places.find(({ schema }) => isChoice(schema))?.path ?? null;
  if (name !== 'required') return null;
  const fields = places.flatMap(({ path, schema }) => ((schema['required'] ?? []) as readonly string[]).map((field) => join(path, field)));
  // a body that needs any one of several fields has such a field in its example
  return query.find(isMissed)?.name ?? fields[0] ?? Object.keys(bodyExamples[0] ?? {})[0] ?? null;
}

/** A choice of one value is a `const`. */
const isChoice = (schema: JsonObject): boolean => 'enum' in schema || 'const' in schema;

interface Place {
  readonly path: string;
  readonly schema: JsonObject;
}

const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** Returns a schema and the schemas inside it, each with the `attr` of its faults. */
function placesIn(schema: JsonObject, path: string): Place[] {
  const fields = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, JsonObject>>);
  const choices = [...((schema['oneOf'] ?? []) as JsonObject[]), ...((schema['anyOf'] ?? []) as JsonObject[])];
  const items = schema['items'] as JsonObject | undefined;
  return [
    { path, schema },
    ...fields.flatMap(([name, field]) => placesIn(field, join(path, name))),
    ...(items ? placesIn(items, join(path, '0')) : []),
    ...choices.flatMap((choice) => placesIn(choice, path)),
  ];
}
