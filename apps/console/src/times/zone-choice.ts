// The zones that a person may choose from.

export interface Zones {
  readonly browser: string;
  /** undefined = the account has none. */
  readonly account: string | undefined;
}

export type ZoneChoice = 'own' | 'account' | 'utc';

/** Returns the name of a zone. If the zone is the browser's or UTC, their name is returned. undefined = the browser does not know the zone. */
export function knownZone(name: string | null | undefined, browser: string): string | undefined {
  if (!name) return undefined;
  try {
    const { timeZone } = Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return timeZone === browser || timeZone === 'UTC' ? timeZone : name;
  } catch {
    return undefined;
  }
}

/** Returns the chosen zone. @param text of the address; undefined = the zone of the browser */
export function chosenZone(text: string | undefined, { browser, account }: Zones): string {
  const choice = text?.toLowerCase();
  if (choice === 'utc') return 'UTC';
  return choice === 'account' ? (account ?? browser) : browser;
}

/** Returns the choices, each zone once. */
export const offeredZones = ({ browser, account }: Zones): readonly ZoneChoice[] => [
  'own',
  ...(account !== undefined && account !== browser && account !== 'UTC' ? (['account'] as const) : []),
  ...(browser === 'UTC' ? [] : (['utc'] as const)),
];
