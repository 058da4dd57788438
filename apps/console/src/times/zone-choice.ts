// The zones that a person may choose from.

export interface Zones {
  readonly browser: string;
  /** undefined = the account has none. */
  readonly account: string | undefined;
}

export type ZoneChoice = 'own' | 'account' | 'utc';

/** The zone as it was named, or by the name of the zone of the browser or UTC where it is the same; undefined = the browser does not know it. */
export function knownZone(name: string | null | undefined, browser: string): string | undefined {
  if (!name) return undefined;
  try {
    const { timeZone } = Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return timeZone === browser || timeZone === 'UTC' ? timeZone : name;
  } catch {
    return undefined;
  }
}

/** @param text of the address; undefined = the zone of the browser */
export function chosenZone(text: string | undefined, { browser, account }: Zones): string {
  const choice = text?.toLowerCase();
  if (choice === 'utc') return 'UTC';
  return choice === 'account' ? (account ?? browser) : browser;
}

/** Each zone once. */
export const offeredZones = ({ browser, account }: Zones): readonly ZoneChoice[] => [
  'own',
  ...(account !== undefined && account !== browser && account !== 'UTC' ? (['account'] as const) : []),
  ...(browser === 'UTC' ? [] : (['utc'] as const)),
];
