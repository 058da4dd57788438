// The address of the page, which may lie behind a proxy that adds a path.

interface Place {
  readonly origin: string;
  readonly pathname: string;
}

/** @returns the address of the API without a slash at its end, and the path of the console */
export function placeOf({ origin, pathname }: Place): { apiUrl: string; consolePath: string } {
  const at = pathname.indexOf('/console');
  const prefix = at === -1 ? '' : pathname.slice(0, at);
  return { apiUrl: `${origin}${prefix}`, consolePath: `${prefix}/console` };
}
