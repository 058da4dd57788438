import { TOKEN_SCOPES, type TokenScope } from '#libs/contracts';
import { idNumber, text } from '../validation/field-rules.js';
import { AlsoSays, Checked, Optional, Required } from '../validation/field.decorator.js';
import { scopeFaults } from './requested-scope.js';

const faultsOf = (field: 'scope' | 'scopes') => (body: object) => scopeFaults(body).filter(({ attr }) => attr === field);

const SCOPE = '`read` looks, `write` changes, `generate` manages tokens; each includes the ones before. Needed, here or in `scopes`.';
const SCOPES = 'The same as `scope`, as a list with one element; if both are sent they must agree. An empty list is refused.';

/** Body of POST /tokens/generate; `scope` or `scopes` with one element. That one of them is needed, generators cannot read: the words say it. */
@AlsoSays({ minProperties: 1 })
export class GenerateTokenDto {
  @Optional(text(), 'What the token is for, in your words.')
  note?: string;

  @Checked(faultsOf('scope'), { type: 'string', enum: TOKEN_SCOPES, description: SCOPE })
  scope?: TokenScope;

  @Checked(faultsOf('scopes'), {
    type: 'array',
    items: { type: 'string', enum: TOKEN_SCOPES },
    minItems: 1,
    maxItems: 1,
    description: SCOPES,
  })
  scopes?: TokenScope[];
}

/** Body of POST /tokens/revoke. */
export class RevokeTokenDto {
  @Required(idNumber, 'As GET /tokens/list shows it.')
  tokenId: number;
}
