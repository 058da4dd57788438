import type { JsonObject } from '#libs/contracts';

/** Makes the API's schema of a message from its schema in the topics: without fields that the API knows itself or that only topics need. */
export function asBody(
  schema: JsonObject,
  change: { readonly title: string; readonly required: readonly string[]; readonly description: string },
): JsonObject {
  const { schema: _, account: __, ...properties } = withShapes(schema['properties'], schema['$defs'] as Shapes) as JsonObject;
  return { ...change, type: 'object', properties };
}

export type Shapes = Readonly<Record<string, JsonObject>>;

/** Replaces each reference by its shape, because the document has no `$defs`. */
export function withShapes(node: unknown, shapes: Shapes): unknown {
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return node;
  const { $comment: _, $ref, ...rest } = node as JsonObject;
  const whole = typeof $ref === 'string' ? withText(shapes[$ref.slice('#/$defs/'.length)] as JsonObject, rest['description']) : rest;
  return Object.fromEntries(Object.entries(whole).map(([key, value]) => [key, withShapes(value, shapes)]));
}

const withText = (shape: JsonObject, description: unknown): JsonObject => ({
  ...shape,
  description: [description, shape['description']].filter((text) => typeof text === 'string').join(' '),
});
