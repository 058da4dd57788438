import type { JsonObject, TokenScope } from '#libs/contracts';
import type { ErrorName } from '#libs/errors';

export interface Parameter extends JsonObject {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: JsonObject;
}

/** What decides which errors an operation can give. */
export interface Operation {
  /** Lower case. */
  readonly method: string;
  /** undefined = public. */
  readonly scope: TokenScope | undefined;
  readonly parameters: readonly Parameter[];
  readonly body: JsonObject | undefined;
  readonly bodyExamples: readonly JsonObject[];
  /** Sent as what it is, whatever `Accept` says. */
  readonly isPage: boolean;
  /** What `@Fails` names. */
  readonly fails: readonly ErrorName[];
}
