import { TOKEN_SCOPES, type TokenScope } from '#libs/contracts';
import type { FieldFault } from '#libs/errors';
import { at, invalid, missing, NOT_NULL, unknownChoice } from '../validation/field-rules.js';

export interface ScopeFields {
  readonly scope?: unknown;
  readonly scopes?: unknown;
}

/** The scope a body asks for; the specification spells the field `scope` and, in its sample, `scopes` with one element: either will do. */
export const requestedScope = ({ scope, scopes }: ScopeFields): TokenScope => (scope ?? (scopes as unknown[])[0]) as TokenScope;

/** What is wrong with the two fields together (domain D.9); empty = `requestedScope` may be asked. */
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
