// Compares the API's answers with its OpenAPI document, so that every test of the API also tests the document.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { JsonObject } from '#libs/contracts';

export interface SeenAnswer {
  readonly method: string;
  /** The requested path, with ids and without the query. */
  readonly path: string;
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

export interface MediaObject {
  readonly schema?: JsonObject;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
export interface ResponseObject {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, JsonObject>>;
  readonly content?: Readonly<Record<string, MediaObject>>;
}
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly { readonly $ref?: string; readonly name?: string; readonly in?: string; readonly schema?: JsonObject }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, MediaObject>> };
  readonly responses: Readonly<Record<string, ResponseObject>>;
}
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

export interface AnswerChecks {
  /** Returns the differences between an answer and the document: fields or headers too many or missing. Empty = no difference. */
  readonly faultsOf: (answer: SeenAnswer) => string[];
  /** Returns missing examples, and examples of bodies and answers that do not match their schemas. */
  readonly exampleFaults: () => string[];
}

export const readOpenApi = (): OpenApi => JSON.parse(readFileSync(join(import.meta.dirname, '../../docs/openapi.json'), 'utf8')) as OpenApi;

export function answerChecks(document: OpenApi): AnswerChecks {
  const open = validators(document);
  // The document allows additional fields. In tests, a field that the document does not name is a field that somebody forgot to document.
  const closed = validators(closeObjects(document) as OpenApi);
  return {
    faultsOf: (answer) => answerFaults(document, closed, answer),
    exampleFaults: () => operationsOf(document).flatMap((found) => exampleFaults(found, { document, open, closed })),
  };
}

type Validators = (pointer: readonly string[]) => ValidateFunction;

function validators(document: OpenApi): Validators {
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true, validateSchema: false }));
  ajv.addSchema(document, 'api');
  const compiled = new Map<string, ValidateFunction>();
  return (pointer) => {
    const $ref = `api#/${pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;
    const validate = compiled.get($ref) ?? ajv.compile({ $ref });
    compiled.set($ref, validate);
    return validate;
  };
}

const LITERALS = ['examples', 'example', 'const', 'enum'];

function closeObjects(node: unknown): unknown {
  if (typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map(closeObjects);
  const children = Object.fromEntries(
    Object.entries(node).map(([key, child]) => [key, LITERALS.includes(key) ? child : closeObjects(child)]),
  );
  const isOpen = children['type'] === 'object' && 'properties' in children && !('additionalProperties' in children);
  return isOpen ? { ...children, additionalProperties: false } : children;
}

interface Found {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

export const operationsOf = ({ paths }: OpenApi): Found[] =>
  Object.entries(paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })));

/** Returns the operation of a request; HEAD is the GET of its path. */
export function operationAt(document: OpenApi, method: string, path: string): Found | undefined {
  const wanted = method.toLowerCase() === 'head' ? 'get' : method.toLowerCase();
  return operationsOf(document).find((each) => each.method === wanted && isAt(each.path, path));
}

const isAt = (pattern: string, path: string): boolean =>
  new RegExp(`^${pattern.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);

/** Returns the response behind its reference, with its place in the document. */
export function responseAt(
  document: OpenApi,
  { path, method, operation }: Found,
  status: number | string,
): { readonly response: ResponseObject; readonly pointer: readonly string[] } | undefined {
  const response = operation.responses[String(status)];
  if (!response) return undefined;
  if (response.$ref === undefined) return { response, pointer: ['paths', path, method, 'responses', String(status)] };
  const pointer = response.$ref.slice('#/'.length).split('/');
  const target = pointer.reduce<unknown>((node, key) => (node as JsonObject)[key], document);
  return { response: target as ResponseObject, pointer };
}

function answerFaults(document: OpenApi, validate: Validators, answer: SeenAnswer): string[] {
  const found = operationAt(document, answer.method, answer.path);
  if (!found) return [];
  const documented = responseAt(document, found, answer.status);
  if (!documented) return [`${found.operation.operationId} answers ${answer.status}, which the document does not list`];
  const { response, pointer } = documented;
  const missing = Object.keys(response.headers ?? {}).filter((name) => answer.headers[name.toLowerCase()] === undefined);
  return [
    ...missing.map((name) => `${found.operation.operationId} ${answer.status} lacks the header ${name}`),
    ...(answer.method.toLowerCase() === 'head' ? [] : bodyFaults({ found, response, pointer, validate }, answer)),
  ];
}

interface Documented {
  readonly found: Found;
  readonly response: ResponseObject;
  readonly pointer: readonly string[];
  readonly validate: Validators;
}

function bodyFaults({ found, response, pointer, validate }: Documented, { status, headers, body }: SeenAnswer): string[] {
  const [mediaType] = Object.keys(response.content ?? {});
  const name = `${found.operation.operationId} ${status}`;
  if (mediaType === undefined) return body === '' || body === undefined ? [] : [`${name} has a body`];
  const [given] = String(headers['content-type']).split(';');
  if (given !== mediaType.split(';')[0]) return [`${name} is ${given}, not ${mediaType}`];
  const check = validate([...pointer, 'content', mediaType, 'schema']);
  if (!check(body)) return (check.errors ?? []).map(({ instancePath, message }) => `${name} at ${instancePath || '/'}: ${message}`);
  return status < 400 ? [] : unknownCodes(response.content?.[mediaType], body).map((code) => `${name} has no example of the code ${code}`);
}

/** All error answers share one schema; only the examples of an answer say which codes it can have. */
const unknownCodes = ({ examples = {} }: MediaObject = {}, body: unknown): string[] =>
  (body as { errors: readonly { code: string }[] }).errors.map(({ code }) => code).filter((code) => !Object.hasOwn(examples, code));

interface Context {
  readonly document: OpenApi;
  readonly open: Validators;
  readonly closed: Validators;
}

function exampleFaults(found: Found, { document, open, closed }: Context): string[] {
  const { path, method, operation } = found;
  const statuses = Object.keys(operation.responses).flatMap((status) => responseAt(document, found, status) ?? []);
  const answers = statuses.flatMap(({ response, pointer }) =>
    Object.entries(response.content ?? {}).flatMap(([type, media]) => mediaFaults(media, [...pointer, 'content', type], closed)),
  );
  const bodies = Object.entries(operation.requestBody?.content ?? {}).flatMap(([type, media]) =>
    mediaFaults(media, ['paths', path, method, 'requestBody', 'content', type], open),
  );
  return [...bodies, ...answers];
}

/** The document itself and pages need no example. */
const NEEDS_NONE = ['/openapi.json', '/docs'];

function mediaFaults({ examples = {} }: MediaObject, pointer: readonly string[], validate: Validators): string[] {
  const where = pointer.join(' ');
  const isBare = Object.keys(examples).length === 0 && !NEEDS_NONE.includes(pointer[1] ?? '');
  const check = validate([...pointer, 'schema']);
  const wrong = Object.entries(examples).flatMap(([name, { value }]) =>
    check(value) ? [] : (check.errors ?? []).map(({ instancePath, message }) => `${where}, example ${name} at ${instancePath}: ${message}`),
  );
  return isBare ? [`${where} has no example`, ...wrong] : wrong;
}
