import { useSearch } from '@tanstack/react-router';

/** The zone of all times on the page, which the address names: `UTC`; undefined = that of the browser. */
export const useZone = (): string | undefined =>
  useSearch({ strict: false, select: ({ zone }) => (zone?.toLowerCase() === 'utc' ? 'UTC' : undefined) });
