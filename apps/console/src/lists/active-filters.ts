/** Returns how many filters are set. A period is one filter. */
export function activeFilters({ from, to, ...filters }: Readonly<Record<string, string | undefined>>): number {
  return [from ?? to, ...Object.values(filters)].filter((value) => value !== undefined).length;
}
