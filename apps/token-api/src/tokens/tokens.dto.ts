import type { TokenScope } from '#libs/contracts';
import { idNumber, text } from '../validation/field-rules.js';
import { Checked, Optional, Required } from '../validation/field.decorator.js';
import { scopeFaults } from './requested-scope.js';

const faultsOf = (field: 'scope' | 'scopes') => (body: object) => scopeFaults(body).filter(({ attr }) => attr === field);

/** Body of POST /tokens/generate; `scope` or `scopes` with one element. */
export class GenerateTokenDto {
  @Optional(text())
  note?: string;

  @Checked(faultsOf('scope'))
  scope?: TokenScope;

  @Checked(faultsOf('scopes'))
  scopes?: TokenScope[];
}

/** Body of POST /tokens/revoke. */
export class RevokeTokenDto {
  @Required(idNumber)
  tokenId: number;
}
