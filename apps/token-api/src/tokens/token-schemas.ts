import { TOKEN_SCOPES } from '#libs/contracts';
import { list, moment, object, oneWord, orNull, text, whole } from '../openapi/schema-words.js';

const tokenId = whole(1, 'Names the token to POST /tokens/revoke.');
const scope = oneWord(TOKEN_SCOPES, '`read` looks, `write` changes, `generate` manages tokens; each includes the ones before.');

export const TOKENS = {
  title: 'Tokens',
  ...object({
    tokens: list({
      title: 'Token',
      ...object({ tokenId, note: text(), scope, createdAt: moment(), lastUsedAt: orNull(moment('To the minute or so; null = never.')) }),
    }),
  }),
};

export const NEW_TOKEN = {
  title: 'NewToken',
  ...object({ tokenId, token: text('The secret, shown in this answer only.'), note: text(), scope, createdAt: moment() }),
};

export const REVOKED_TOKEN = { title: 'RevokedToken', ...object({ tokenId, revoked: { type: 'boolean', const: true } }) };

export const TOKEN_EXAMPLES = {
  list: { tokens: [{ tokenId: 7, note: 'track', scope: 'write', createdAt: '2026-03-29T10:00:00.000Z', lastUsedAt: null }] },
  created: {
    tokenId: 8,
    token: 'example-not-a-token',
    note: 'look only',
    scope: 'read',
    createdAt: '2026-03-29T10:00:00.000Z',
  },
};
