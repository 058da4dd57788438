import { ApiProperty } from '@nestjs/swagger';
import { TOKEN_SCOPES, type TokenScope } from '#libs/contracts';
import type { FieldFault } from '#libs/errors';
import { at, idNumber, invalid, missing, NOT_NULL, unknownChoice } from '../validation/field-rules.js';
import { AlsoSays, IsOmittable, IsText, Satisfies, SatisfiesWithOthers } from '../validation/field.decorator.js';

interface ScopeFields {
  readonly scope?: unknown;
  readonly scopes?: unknown;
}

/** Returns the requested scope. The specification names the field `scope`, but `scopes` with one element in its sample: the API accepts both. */
export const requestedScope = ({ scope, scopes }: ScopeFields): TokenScope => (scope ?? (scopes as unknown[])[0]) as TokenScope;

/** Returns the faults of the two fields together (domain D.9); empty = `requestedScope` can read them. */
export function scopeFaults({ scope, scopes }: ScopeFields): FieldFault[] {
  if (scope === undefined && scopes === undefined) return at('scope', missing);
  const faults = [...at('scope', textFaults(scope)), ...at('scopes', listFaults(scopes, scope))];
  if (faults.length > 0) return faults;
  const wanted = requestedScope({ scope, scopes });
  return TOKEN_SCOPES.includes(wanted) ? [] : at('scope', unknownChoice(wanted, TOKEN_SCOPES));
}

function textFaults(scope: unknown): readonly FieldFault[] {
  if (scope === undefined || typeof scope === 'string') return [];
  return scope === null ? NOT_NULL : invalid('Not a valid string.');
}

function listFaults(scopes: unknown, scope: unknown): readonly FieldFault[] {
  if (scopes === undefined) return [];
  if (scopes === null) return NOT_NULL;
  if (!Array.isArray(scopes) || scopes.length !== 1 || typeof scopes[0] !== 'string')
    return invalid('Expected a list with exactly one scope.');
  return typeof scope === 'string' && scope !== scopes[0] ? invalid('`scope` and `scopes` differ: send one of them.') : [];
}

const faultsOf = (field: 'scope' | 'scopes') => (body: object) => scopeFaults(body).filter(({ attr }) => attr === field);

const SCOPE = '`read` reads, `write` changes, `generate` manages tokens; each includes the scopes before it.';

/**
 * Body of POST /tokens/generate, with `scope`, or `scopes` with one element. Client generators do not understand a schema that requires one of
 * them, so the description says it.
 */
@AlsoSays({ minProperties: 1 })
export class GenerateTokenDto {
  @IsOmittable()
  @IsText({ description: 'The purpose of the token, in your words.' })
  note?: string;

  @SatisfiesWithOthers(faultsOf('scope'), { type: 'string', enum: TOKEN_SCOPES, description: `${SCOPE} Required, here or in \`scopes\`.` })
  scope?: TokenScope;

  @SatisfiesWithOthers(faultsOf('scopes'), {
    type: 'array',
    items: { type: 'string', enum: TOKEN_SCOPES },
    minItems: 1,
    maxItems: 1,
    description: 'The same as `scope`, as a list with one element; if both are sent they must agree. An empty list is refused.',
  })
  scopes?: TokenScope[];
}

/** Body of POST /tokens/revoke. */
export class RevokeTokenDto {
  @Satisfies(idNumber, 'The `tokenId` that GET /tokens/list shows.')
  tokenId: number;
}

class TokenNamed {
  @ApiProperty({ type: 'integer', minimum: 1, description: 'The number of the token, for POST /tokens/revoke.' })
  readonly tokenId: number;
}

class TokenFields extends TokenNamed {
  @ApiProperty()
  readonly note: string;

  @ApiProperty({ enum: TOKEN_SCOPES, description: SCOPE })
  readonly scope: TokenScope;

  @ApiProperty({ format: 'date-time' })
  readonly createdAt: string;
}

export class Token extends TokenFields {
  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'The time of the last use, accurate to about a minute; null = never used.',
  })
  readonly lastUsedAt: string | null;
}

const TOKEN_WARNINGS = ['no_generate_token'] as const;

/** Answer of GET /tokens/list. */
export class Tokens {
  @ApiProperty({ type: [Token] })
  readonly tokens: readonly Token[];
}

/** Answer of POST /tokens/generate. */
export class NewToken extends TokenFields {
  @ApiProperty({ description: 'The secret, shown in this answer only.' })
  readonly token: string;
}

export class TokenWarning {
  @ApiProperty({ enum: TOKEN_WARNINGS, description: '`no_generate_token` = the account no longer has a token of scope `generate`.' })
  readonly code: (typeof TOKEN_WARNINGS)[number];

  @ApiProperty()
  readonly detail: string;
}

/** Answer of POST /tokens/revoke. */
export class RevokedToken extends TokenNamed {
  @ApiProperty({ type: 'boolean', enum: [true] })
  readonly revoked: true;

  @ApiProperty({ type: [TokenWarning], required: false, description: 'Warnings; absent when there are none.' })
  readonly warnings?: readonly TokenWarning[];
}

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
