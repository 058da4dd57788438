import type { JsonObject } from '#libs/contracts';

export interface Hoisted {
  readonly node: unknown;
  readonly schemas: JsonObject;
}

/** Moves every schema with a `title` to the components, under that name. @throws Error when two different ones have the same */
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

/** What stands here is data, not schema. */
const isLiteral = (key: string): boolean => ['example', 'examples', 'const', 'enum', 'default'].includes(key);

/** A description beside the reference stays where it was said. */
function refer(title: string, { description, ...schema }: JsonObject, schemas: Map<string, unknown>): JsonObject {
  const known = schemas.get(title);
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) throw new Error(`two different schemas are called ${title}`);
  schemas.set(title, schema);
  return { $ref: `#/components/schemas/${title}`, ...(description !== undefined && { description }) };
}
