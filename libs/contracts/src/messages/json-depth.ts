/** Deeper than any valid message or body. Code that walks JSON recursively is safe up to this depth. */
export const MAX_JSON_DEPTH = 32;

/** True when objects and lists are nested deeper than the limit. It stops looking at the limit. */
export function isTooDeep(json: unknown, levels = MAX_JSON_DEPTH): boolean {
  if (typeof json !== 'object' || json === null) return false;
  if (levels === 0) return true;
  for (const key in json) if (isTooDeep((json as Readonly<Record<string, unknown>>)[key], levels - 1)) return true;
  return false;
}
