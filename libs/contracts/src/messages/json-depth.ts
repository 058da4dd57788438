/** Deeper than any message or body that is one; what walks it recursively is safe up to here. */
export const MAX_JSON_DEPTH = 32;

/** True when objects and lists are nested deeper than the limit. It looks no deeper than that. */
export function isTooDeep(json: unknown, levels = MAX_JSON_DEPTH): boolean {
  if (typeof json !== 'object' || json === null) return false;
  if (levels === 0) return true;
  for (const key in json) if (isTooDeep((json as Readonly<Record<string, unknown>>)[key], levels - 1)) return true;
  return false;
}
