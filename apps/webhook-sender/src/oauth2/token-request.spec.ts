import { describe, expect, it } from '@jest/globals';
import { Secret } from '#libs/config';
import type { OAuth2Client } from '../receivers/receiver.js';
import { toTokenRequest } from './token-request.js';

const client: OAuth2Client = {
  type: 'oauth2',
  version: '1',
  tokenUrl: 'https://idp.example/token',
  clientId: 'shop:1 a',
  clientSecret: new Secret('s/+=&% b'),
  scope: 'webhooks write',
};

describe('toTokenRequest', () => {
  it('encodes id and secret before joining them in the header, for readers of forms and of percent-encoding', () => {
    const { authorization, form } = toTokenRequest(client, 'header');
    expect(Buffer.from(authorization!.reveal().slice('Basic '.length), 'base64').toString()).toBe('shop%3A1%20a:s%2F%2B%3D%26%25%20b');
    expect(form.reveal()).toBe('grant_type=client_credentials&scope=webhooks+write');
  });

  it('puts id and secret into the body', () => {
    const { authorization, form } = toTokenRequest({ ...client, scope: undefined }, 'body');
    expect(authorization).toBeUndefined();
    expect(form.reveal()).toBe('grant_type=client_credentials&client_id=shop%3A1+a&client_secret=s%2F%2B%3D%26%25+b');
  });
});
