import type { JsonObject } from '#libs/contracts';

type Schemas = Readonly<Record<string, JsonObject>>;

/**
 * Rewrites schemas into forms that client generators understand best: a reference with a description instead of `allOf`, one nullable schema
 * instead of `anyOf`, `const` instead of an enum with one word, and names without `Dto`.
 */
export function toPlainSchemas(document: JsonObject): JsonObject {
  const { schemas } = document['components'] as { readonly schemas: Schemas };
  return plain(document, schemas) as JsonObject;
}

function plain(node: unknown, schemas: Schemas): unknown {
  if (typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map((child) => plain(child, schemas));
  const children = Object.fromEntries(
    Object.entries(node).map(([key, child]) => [withoutDto(key), isLiteral(key) ? child : plain(child, schemas)]),
  );
  return plainSchema(children, schemas);
}

/** Keywords whose value is data, not a schema. */
const isLiteral = (key: string): boolean => ['example', 'examples', 'const', 'enum', 'default'].includes(key);

const withoutDto = (name: string): string => name.replace(/Dto$/, '');

function plainSchema(node: JsonObject, schemas: Schemas): JsonObject {
  const { allOf, anyOf, enum: words, ...rest } = node;
  const [first, second] = (allOf ?? anyOf ?? []) as readonly JsonObject[];
  if (typeof node['$ref'] === 'string') return { ...node, $ref: withoutDto(node['$ref']) };
  if (allOf && first && !second) return { ...rest, ...first };
  if (anyOf && first && second?.['type'] === 'null') return { ...named(first, schemas), ...rest, type: ['object', 'null'] };
  if (Array.isArray(words) && words.length === 1) return { ...rest, const: words[0] as unknown };
  if (!('oneOf' in node)) return node;
  // drops the type of a TypeScript union, which JSON Schema does not know
  const { type: _, ...union } = node;
  return union;
}

const named = ({ $ref }: JsonObject, schemas: Schemas): JsonObject =>
  plain(schemas[String($ref).split('/').at(-1) ?? ''], schemas) as JsonObject;

interface Hoisted {
  readonly node: unknown;
  readonly schemas: JsonObject;
}

/** Moves every schema with a `title` to the components, under that name. @throws Error when two different schemas have the same title */
export function hoistTitled(root: unknown): Hoisted {
  const schemas = new Map<string, unknown>();
  const node = hoist(root, schemas);
  return { node, schemas: Object.fromEntries([...schemas].toSorted(([a], [b]) => (a < b ? -1 : 1))) };
}

function hoist(node: unknown, schemas: Map<string, unknown>): unknown {
  if (typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map((child) => hoist(child, schemas));
  const { title, ...rest } = node as JsonObject;
  const children = Object.fromEntries(Object.entries(rest).map(([key, child]) => [key, isLiteral(key) ? child : hoist(child, schemas)]));
  if (typeof title !== 'string') return { ...(title !== undefined && { title: hoist(title, schemas) }), ...children };
  return refer(title, children, schemas);
}

/** Keeps a description beside the reference. */
function refer(title: string, { description, ...schema }: JsonObject, schemas: Map<string, unknown>): JsonObject {
  const known = schemas.get(title);
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) throw new Error(`two different schemas are called ${title}`);
  schemas.set(title, schema);
  return { $ref: `#/components/schemas/${title}`, ...(description !== undefined && { description }) };
}
