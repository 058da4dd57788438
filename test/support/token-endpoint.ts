import { type ClientMetadata, type Configuration, Provider } from 'oidc-provider';
import { listen } from './https-server.js';

export interface TokenRequestSeen {
  readonly clientId: string | undefined;
  readonly from: string | undefined;
}

/** A certified OpenID Connect server (npm oidc-provider) over HTTPS, as the token endpoint of receivers. */
export interface TokenEndpoint {
  readonly tokenUrl: string;
  /** Tokens issued so far, for one client or for all. */
  readonly issued: (clientId?: string) => readonly TokenRequestSeen[];
  /** Tells whether this `Authorization` header carries a valid token of the server. */
  readonly accepts: (authorization: string | undefined) => Promise<boolean>;
  /** Makes the token in this header unknown to the server. */
  readonly revoke: (authorization: string | undefined) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface TokenClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope?: string;
  /** Default: one hour. */
  readonly lifetimeSeconds?: number;
}

/** The part of the library's token that this module uses. */
interface IssuedToken {
  readonly isValid: boolean;
  destroy(): Promise<void>;
}

export async function startTokenEndpoint(clients: readonly TokenClient[]): Promise<TokenEndpoint> {
  const issued: TokenRequestSeen[] = [];
  let provider!: Provider;
  const server = await listen((origin) => {
    provider = new Provider(origin, configuration(clients));
    provider.on('grant.success', ({ req, oidc }) => issued.push({ clientId: oidc.client?.clientId, from: req.socket.remoteAddress }));
    const handle = provider.callback();
    return (request, response) => void handle(request, response);
  });
  const find = (authorization = ''): Promise<IssuedToken | undefined> =>
    provider.ClientCredentials.find(authorization.replace(/^Bearer /, ''));
  return {
    tokenUrl: server.url('/token'),
    issued: (clientId) => issued.filter((request) => clientId === undefined || request.clientId === clientId),
    accepts: async (authorization) => (await find(authorization))?.isValid ?? false,
    revoke: async (authorization) => {
      await (await find(authorization))?.destroy();
    },
    close: server.close,
  };
}

function configuration(clients: readonly TokenClient[]): Configuration {
  return {
    clients: clients.map(toMetadata),
    scopes: clients.flatMap(({ scope }) => scope?.split(' ') ?? []),
    features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
    ttl: {
      ClientCredentials: (_, __, client) => clients.find(({ clientId }) => clientId === client.clientId)?.lifetimeSeconds ?? 3600,
    },
  };
}

const toMetadata = ({ clientId, clientSecret, scope }: TokenClient): ClientMetadata => ({
  client_id: clientId,
  client_secret: clientSecret,
  grant_types: ['client_credentials'],
  response_types: [],
  redirect_uris: [],
  token_endpoint_auth_method: 'client_secret_basic',
  ...(scope !== undefined && { scope }),
});
