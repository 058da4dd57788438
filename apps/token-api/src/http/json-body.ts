import { ApiError } from '#libs/errors';

/** Deeper than any body of ours; what walks a body recursively is safe up to here. */
const MAX_DEPTH = 32;

/** Body bytes → JSON object; no bytes = `{}`, so that a missing body fails on the fields it lacks. @throws ApiError parse_error or invalid */
export function parseJsonBody(bytes: Uint8Array): object {
  if (bytes.length === 0) return {};
  const value = parseJson(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw ApiError.of('invalid', { detail: 'The body must be a JSON object.' });
  }
  if (isDeeperThan(value, MAX_DEPTH)) throw ApiError.of('invalid', { detail: `The body is nested deeper than ${MAX_DEPTH} levels.` });
  return value;
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw ApiError.of('parseError');
  }
}

const isDeeperThan = (value: unknown, levels: number): boolean =>
  typeof value === 'object' && value !== null && (levels === 0 || Object.values(value).some((child) => isDeeperThan(child, levels - 1)));
