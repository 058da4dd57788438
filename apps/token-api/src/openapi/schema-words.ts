import type { JsonObject } from '#libs/contracts';

// The words answers are described with. Answers may get further fields, so these objects are open.

export const object = (properties: Readonly<Record<string, JsonObject>>, optional: readonly string[] = []): JsonObject => ({
  type: 'object',
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  properties,
});

export const list = (items: JsonObject, description?: string): JsonObject => ({ type: 'array', items, ...said(description) });
export const text = (description?: string): JsonObject => ({ type: 'string', ...said(description) });
export const uuid = (description?: string): JsonObject => ({ type: 'string', format: 'uuid', ...said(description) });
export const moment = (description?: string): JsonObject => ({ type: 'string', format: 'date-time', ...said(description) });
export const whole = (minimum: number, description?: string): JsonObject => ({ type: 'integer', minimum, ...said(description) });
export const flag = (description?: string): JsonObject => ({ type: 'boolean', ...said(description) });
export const oneWord = (words: readonly string[], description?: string): JsonObject => ({
  type: 'string',
  enum: words,
  ...said(description),
});

/** The field that tells the branches of a union apart has one in each. */
export const onlyWord = (word: string): JsonObject => ({ type: 'string', const: word });

/** One of these objects; `field`, an `onlyWord`, tells which. Each has a title, for generators know the branches by the names of components. */
export const unionBy = (field: string, branches: readonly (JsonObject & { readonly title: string })[]): JsonObject => ({
  oneOf: branches,
  discriminator: {
    propertyName: field,
    mapping: Object.fromEntries(branches.map((branch) => [wordOf(field, branch), `#/components/schemas/${branch.title}`])),
  },
});

const wordOf = (field: string, { properties }: JsonObject): string =>
  (properties as Readonly<Record<string, { readonly const: string }>>)[field]?.const ?? '';

/** The same, or null. */
export const orNull = ({ type, enum: words, ...rest }: JsonObject): JsonObject => ({
  ...rest,
  type: [type, 'null'],
  ...(words !== undefined && { enum: [...(words as readonly string[]), null] }),
});

const said = (description: string | undefined): JsonObject => (description === undefined ? {} : { description });
