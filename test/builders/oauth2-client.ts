import { Secret } from '#libs/config';

/** The configuration of a receiver that uses OAuth2, with its secret decrypted. */
export const oauth2Client = {
  type: 'oauth2',
  version: '1',
  tokenUrl: 'https://idp.example/',
  clientId: 'i',
  clientSecret: new Secret('s'),
  scope: undefined,
} as const;
