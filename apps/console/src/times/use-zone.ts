import { useSearch } from '@tanstack/react-router';
import { useSessionState } from '../api/session.js';
import { chosenZone, knownZone } from './zone-choice.js';

export const BROWSER_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns the IANA name of the account's zone; undefined = the account has none, or the browser does not know it. */
export function useAccountZone(): string | undefined {
  const { data } = useSessionState();
  return knownZone(data?.kind === 'open' ? data.session.timeZone : null, BROWSER_ZONE);
}

/** Returns the IANA name of the zone of all times on the page: the zone in the address, otherwise the zone of the browser. */
export function useZone(): string {
  const account = useAccountZone();
  return useSearch({ strict: false, select: ({ zone }) => chosenZone(zone, { browser: BROWSER_ZONE, account }) });
}
