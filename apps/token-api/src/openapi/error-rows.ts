import type { JsonObject } from '#libs/contracts';
import type { ErrorName } from '#libs/errors';
import type { DescribedRoute, Parameter } from './described-route.js';

/** The rows of the catalogue (docs/errors.md) that a route can give, in the order of their status. */
export const errorRowsOf = (route: DescribedRoute): ErrorName[] => [
  ...new Set([
    ...fieldErrors(route),
    ...accessErrors(route),
    ...(route.pathParameters.length > 0 ? NOT_FOUND : []),
    ...addressErrors(route),
    ...bodyErrors(route),
    ...(route.errors ?? []),
    ...LAST,
    ...(route.access === 'public' ? [] : OUTAGE),
  ]),
];

const NOT_FOUND: readonly ErrorName[] = ['notFound'];
const LAST: readonly ErrorName[] = ['headersTooLarge', 'unexpected'];

/** Whoever asks who is calling needs the database. */
const OUTAGE: readonly ErrorName[] = ['unavailable'];

/** Every token has `read`: only a higher scope can be missing. */
function accessErrors({ access }: DescribedRoute): ErrorName[] {
  if (access === 'public') return [];
  return ['notAuthenticated', 'authenticationFailed', ...(access === 'read' ? [] : (['permissionDenied'] as const)), 'throttled'];
}

/** A page is sent as what it is, whatever `Accept` says. */
const addressErrors = ({ answer }: DescribedRoute): ErrorName[] =>
  answer.mediaType === undefined ? ['methodNotAllowed', 'notAcceptable'] : ['methodNotAllowed'];

/** A body that nobody asked for is read all the same. */
const bodyErrors = ({ body, method }: DescribedRoute): ErrorName[] =>
  body || ['post', 'put', 'patch'].includes(method)
    ? ['parseError', 'invalid', 'requestTimeout', 'requestTooLarge', 'unsupportedMediaType']
    : [];

/** Whether a request can be refused because it is not there. */
export const isMissed = ({ isRequired, goesWith }: Parameter): boolean => isRequired || goesWith !== undefined;

function fieldErrors({ body, queryParameters }: DescribedRoute): ErrorName[] {
  const schemas = [...(body ? [body] : []), ...queryParameters.map(({ schema }) => schema)];
  if (schemas.length === 0) return [];
  const isRequired = queryParameters.some(isMissed) || says('required', schemas);
  return ['invalid', ...(isRequired ? (['required'] as const) : []), ...(says('enum', schemas) ? (['invalidChoice'] as const) : [])];
}

/** Whether the keyword stands anywhere in a schema. */
function says(keyword: string, node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false;
  const value = (node as JsonObject)[keyword];
  // `required: []` asks for nothing
  return (Array.isArray(value) && value.length > 0) || Object.values(node).some((child) => says(keyword, child));
}
