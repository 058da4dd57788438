import { useSearch } from '@tanstack/react-router';
import { useSessionState } from '../api/session.js';
import { chosenZone, knownZone } from './zone-choice.js';

export const BROWSER_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The zone of the account; undefined = it has none, or the browser does not know it. A name of IANA. */
export function useAccountZone(): string | undefined {
  const { data } = useSessionState();
  return knownZone(data?.kind === 'open' ? data.session.timeZone : null, BROWSER_ZONE);
}

/** The zone of all times on the page: as the address says, else the zone of the browser. A name of IANA. */
export function useZone(): string {
  const account = useAccountZone();
  return useSearch({ strict: false, select: ({ zone }) => chosenZone(zone, { browser: BROWSER_ZONE, account }) });
}
