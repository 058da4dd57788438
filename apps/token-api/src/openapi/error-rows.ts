import type { JsonObject, TokenScope } from '#libs/contracts';
import type { ErrorName } from '#libs/errors';

export interface Parameter extends JsonObject {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: JsonObject;
}

/** The facts that decide which errors an operation can return. */
export interface Operation {
  /** Lower case. */
  readonly method: string;
  /** undefined = public. */
  readonly scope: TokenScope | undefined;
  readonly parameters: readonly Parameter[];
  readonly body: JsonObject | undefined;
  readonly bodyExamples: readonly JsonObject[];
  /** True for an answer that is sent in its own type, whatever `Accept` says. */
  readonly isPage: boolean;
  /** The errors that `@Fails` names. */
  readonly fails: readonly ErrorName[];
}

/** Returns the rows of the catalogue (docs/errors.md) that an operation can return, in the order of their status. */
export const errorRowsOf = (operation: Operation): ErrorName[] => [
  ...new Set([
    ...fieldErrors(operation),
    ...accessErrors(operation),
    ...(operation.parameters.some((parameter) => parameter.in === 'path') ? NOT_FOUND : []),
    ...(operation.isPage ? NOT_ALLOWED : NOT_ALLOWED_OR_ACCEPTED),
    ...bodyErrors(operation),
    ...operation.fails,
    ...LAST,
    ...(operation.scope === undefined ? [] : OUTAGE),
  ]),
];

const NOT_FOUND: readonly ErrorName[] = ['notFound'];
const NOT_ALLOWED: readonly ErrorName[] = ['methodNotAllowed'];
const NOT_ALLOWED_OR_ACCEPTED: readonly ErrorName[] = ['methodNotAllowed', 'notAcceptable'];
const LAST: readonly ErrorName[] = ['headersTooLarge', 'unexpected'];

/** A route with a caller needs the database. */
const OUTAGE: readonly ErrorName[] = ['unavailable'];

/** Every route refuses a session from a page of another site, and a session other than the one that the page names. */
function accessErrors({ scope }: Operation): ErrorName[] {
  if (scope === undefined) return [];
  return ['notAuthenticated', 'authenticationFailed', 'permissionDenied', 'sessionMismatch', 'throttled'];
}

/** A body is read even if the route does not use it. */
const bodyErrors = ({ method }: Operation): ErrorName[] =>
  ['post', 'put', 'patch'].includes(method) ? ['parseError', 'invalid', 'requestTimeout', 'requestTooLarge', 'unsupportedMediaType'] : [];

/** Names the other parameter that makes this parameter required. */
export const GOES_WITH = 'x-goes-with';

/** True when a request can be refused because this parameter is missing. */
export const isMissed = (parameter: Parameter): boolean => parameter.required === true || GOES_WITH in parameter;

export const queryOf = ({ parameters }: Operation): Parameter[] => parameters.filter((parameter) => parameter.in === 'query');

function fieldErrors(operation: Operation): ErrorName[] {
  const query = queryOf(operation);
  const schemas = [...(operation.body ? [operation.body] : []), ...query.map(({ schema }) => schema)];
  if (schemas.length === 0) return [];
  const isRequired = query.some(isMissed) || says('required', schemas);
  return ['invalid', ...(isRequired ? (['required'] as const) : []), ...(says('enum', schemas) ? (['invalidChoice'] as const) : [])];
}

/** True when a schema contains the keyword at any depth. */
function says(keyword: string, node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false;
  const value = (node as JsonObject)[keyword];
  // `required: []` requires nothing
  return (Array.isArray(value) && value.length > 0) || Object.values(node).some((child) => says(keyword, child));
}
