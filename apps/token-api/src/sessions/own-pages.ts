interface PageHeaders {
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
  readonly 'sec-fetch-site'?: string | readonly string[] | undefined;
}

/**
 * Whether a page of this service, or a program, sends the request. Browsers also add cookies to requests from other sites, but no page can
 * change these headers. The rule of Go's `http.CrossOriginProtection`, for every method.
 * @param publicOrigin the only `Origin` of this service's pages; undefined = the scheme does not count, because a proxy may speak TLS
 */
export function isFromOwnPages({ host, origin, 'sec-fetch-site': site }: PageHeaders, publicOrigin: string | undefined): boolean {
  const isOwnSite = site === undefined ? undefined : site === 'same-origin' || site === 'none';
  if (publicOrigin !== undefined && origin !== undefined) return origin.toLowerCase() === publicOrigin && isOwnSite !== false;
  if (isOwnSite !== undefined) return isOwnSite;
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase();
}
