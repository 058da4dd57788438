import type { JsonObject, TokenScope } from '#libs/contracts';
import type { ErrorName } from '#libs/errors';

/** The answer of a request that went well. */
export interface Answer {
  readonly description: string;
  /** JSON Schema 2020-12; absent = no body. A schema with a `title` becomes a component of that name. */
  readonly schema?: JsonObject;
  readonly example?: unknown;
  /** `application/json` unless told otherwise. */
  readonly mediaType?: string;
}

/** What a handler says about itself; the rest (method, path, scope, status, fields, errors) is read from its other decorators. */
export interface Description {
  /** Name of the operation in clients made from the document: `listReceivers`. */
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  /** Request bodies by the name of what they show. */
  readonly examples?: Readonly<Record<string, JsonObject>>;
  readonly answer: Answer;
  /** Request headers beside credentials and X-Request-Id. */
  readonly headers?: readonly Parameter[];
  /** Errors that its parameters, body and scope do not tell. */
  readonly errors?: readonly ErrorName[];
}

export interface Parameter {
  readonly name: string;
  readonly schema: JsonObject;
  readonly isRequired: boolean;
  /** The parameter beside which it is required. */
  readonly goesWith?: string;
}

/** One route with everything the document says about it. */
export interface DescribedRoute extends Description {
  /** Lower case. */
  readonly method: string;
  /** `/receivers/{receiverId}` */
  readonly path: string;
  /** Groups routes: the first word of the path. */
  readonly tag: string;
  readonly access: TokenScope | 'public';
  readonly status: number;
  readonly pathParameters: readonly Parameter[];
  readonly queryParameters: readonly Parameter[];
  readonly body?: JsonObject;
}
