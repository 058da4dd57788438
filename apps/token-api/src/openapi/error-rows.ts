import type { JsonObject, TokenScope } from '#libs/contracts';
import type { ErrorName } from '#libs/errors';

export interface Parameter extends JsonObject {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: JsonObject;
}

/** What decides which errors an operation can give. */
export interface Operation {
  /** Lower case. */
  readonly method: string;
  /** undefined = public. */
  readonly scope: TokenScope | undefined;
  readonly parameters: readonly Parameter[];
  readonly body: JsonObject | undefined;
  readonly bodyExamples: readonly JsonObject[];
  /** Sent as what it is, whatever `Accept` says. */
  readonly isPage: boolean;
  /** What `@Fails` names. */
  readonly fails: readonly ErrorName[];
}

/** The rows of the catalogue (docs/errors.md) that an operation can give, in the order of their status. */
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

/** Every route refuses a session of a page of another site, and a session that the page does not name. */
function accessErrors({ scope }: Operation): ErrorName[] {
  if (scope === undefined) return [];
  return ['notAuthenticated', 'authenticationFailed', 'permissionDenied', 'sessionMismatch', 'throttled'];
}

/** A body that the route does not use is read all the same. */
const bodyErrors = ({ method }: Operation): ErrorName[] =>
  ['post', 'put', 'patch'].includes(method) ? ['parseError', 'invalid', 'requestTimeout', 'requestTooLarge', 'unsupportedMediaType'] : [];

/** The parameter beside which this one is required. */
export const GOES_WITH = 'x-goes-with';

/** Whether a request can be refused because it is not there. */
export const isMissed = (parameter: Parameter): boolean => parameter.required === true || GOES_WITH in parameter;

export const queryOf = ({ parameters }: Operation): Parameter[] => parameters.filter((parameter) => parameter.in === 'query');

function fieldErrors(operation: Operation): ErrorName[] {
  const query = queryOf(operation);
  const schemas = [...(operation.body ? [operation.body] : []), ...query.map(({ schema }) => schema)];
  if (schemas.length === 0) return [];
  const isRequired = query.some(isMissed) || says('required', schemas);
  return ['invalid', ...(isRequired ? (['required'] as const) : []), ...(says('enum', schemas) ? (['invalidChoice'] as const) : [])];
}

/** Whether a schema contains the keyword at any depth. */
function says(keyword: string, node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false;
  const value = (node as JsonObject)[keyword];
  // `required: []` asks for nothing
  return (Array.isArray(value) && value.length > 0) || Object.values(node).some((child) => says(keyword, child));
}
