import { asList, Secret } from '#libs/config';

/** A forward proxy that opens tunnels (HTTP CONNECT). */
export interface EgressProxy {
  /** `host:port`, for the log. */
  readonly name: string;
  readonly host: string;
  readonly port: number;
  /** True: the connection to the proxy itself uses TLS. */
  readonly isTls: boolean;
  /** The value of `Proxy-Authorization`. */
  readonly authorization: Secret | undefined;
}

/** Reads `http://[user:password@]host[:port],…`. Faults do not repeat the text, which may hold passwords. @throws Error that continues "NAME …" */
export function parseEgressProxies(text: string): readonly EgressProxy[] {
  const proxies = asList(text).map(toProxy);
  if (new Set(proxies.map(({ name }) => name)).size < proxies.length) throw new Error('names one proxy twice');
  return proxies;
}

function toProxy(entry: string): EgressProxy {
  const url = URL.canParse(entry) ? new URL(entry) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '' || url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    throw new Error('must be URLs such as http://user:password@proxy-a.internal:3128, comma-separated');
  }
  const isTls = url.protocol === 'https:';
  const port = url.port === '' ? (isTls ? 443 : 80) : Number(url.port);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return { name: `${url.hostname}:${port}`, host, port, isTls, authorization: authorizationOf(url) };
}

function authorizationOf({ username, password }: URL): Secret | undefined {
  if (username === '' && password === '') return undefined;
  const credentials = `${decode(username)}:${decode(password)}`;
  return new Secret(`Basic ${Buffer.from(credentials, 'utf8').toString('base64')}`);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a literal % that is not an escape
  }
}
