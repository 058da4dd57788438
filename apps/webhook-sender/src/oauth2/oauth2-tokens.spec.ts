import { afterEach, describe, expect, it } from '@jest/globals';
import { Secret, systemClock } from '#libs/config';
import { oauth2Client } from '../../../../test/builders/oauth2-client.js';
import type { DeliveryEvents } from '../delivery-events.provider.js';
import type { Placement } from '../delivery/token-request.js';
import type { OAuth2TokenClient, TokenReply } from './oauth2-token.client.js';
import { OAuth2Tokens } from './oauth2-tokens.service.js';

const UNKNOWN: TokenReply = { ok: false, detail: 'answered 401 invalid_client', isAboutClient: true };
const OWN_FAULT: TokenReply = { kind: 'own_fault', side: 'proxy', detail: 'no proxy is left' };

describe('a token endpoint that does not know us by the header', () => {
  let tokens: OAuth2Tokens;

  afterEach(() => tokens.onApplicationShutdown());

  const fetchedWhere = (inBody: TokenReply): ReturnType<OAuth2Tokens['tokenFor']> => {
    const ask = ({ placement }: { placement: Placement }): Promise<TokenReply> =>
      Promise.resolve(placement === 'header' ? UNKNOWN : inBody);
    const events = { tokenRequested: () => undefined };
    tokens = new OAuth2Tokens({ ask } as unknown as OAuth2TokenClient, events as unknown as DeliveryEvents, systemClock);
    return tokens.tokenFor({ receiverId: 'r', client: oauth2Client, timeoutMs: 1_000, deadlineMs: systemClock.steadyMs() + 1_000 });
  };
  const both = (detail: string): string => `answered 401 invalid_client; with id and secret in the body it ${detail}`;

  it.each<[string, TokenReply, object]>([
    ['nor by the body', { ...UNKNOWN, detail: 'answered 400' }, { kind: 'none', detail: UNKNOWN.detail, isLate: false }],
    [
      'and hangs at the body: it has kept us waiting',
      { ok: false, detail: 'did not answer completely in time', isLate: true },
      { kind: 'none', detail: both('did not answer completely in time'), isLate: true },
    ],
    [
      'and knows us by the body',
      { ok: false, detail: 'answered 400 invalid_scope', isAboutClient: false },
      { kind: 'none', detail: both('answered 400 invalid_scope'), isLate: false },
    ],
    ['while our own side fails: charged to nobody', OWN_FAULT, OWN_FAULT],
    ['but gives a token', { ok: true, token: new Secret('t'), lifetimeMs: 1 }, { kind: 'token' }],
  ])('%s', async (_, inBody, fetched) => {
    expect(await fetchedWhere(inBody)).toMatchObject(fetched);
  });
});
