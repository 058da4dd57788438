import { isTooDeep, MAX_JSON_DEPTH } from '#libs/contracts';
import { ApiError } from '#libs/errors';

/** Body bytes → JSON object; no bytes = `{}`, so that a missing body fails on the fields it lacks. @throws ApiError parse_error or invalid */
export function parseJsonBody(bytes: Uint8Array): object {
  if (bytes.length === 0) return {};
  const value = parseJson(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw ApiError.of('invalid', { detail: 'The body must be a JSON object.' });
  }
  if (isTooDeep(value)) throw ApiError.of('invalid', { detail: `The body is nested deeper than ${MAX_JSON_DEPTH} levels.` });
  return value;
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw ApiError.of('parseError');
  }
}
