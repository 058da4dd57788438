import { useSearch } from '@tanstack/react-router';

export const BROWSER_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The zone of all times on the page: UTC where the address says so, else the zone of the browser. A name of IANA. */
export const useZone = (): string =>
  useSearch({ strict: false, select: ({ zone }) => (zone?.toLowerCase() === 'utc' ? 'UTC' : BROWSER_ZONE) });
