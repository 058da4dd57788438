import { Secret } from '#libs/config';

/** How a receiver with OAuth2 is configured, its secret opened. */
export const oauth2Client = {
  type: 'oauth2',
  version: '1',
  tokenUrl: 'https://idp.example/',
  clientId: 'i',
  clientSecret: new Secret('s'),
  scope: undefined,
} as const;
