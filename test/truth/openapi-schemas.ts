// All schemas of the OpenAPI document, one by one.
import type { JsonObject } from '#libs/contracts';

export interface FoundSchema {
  /** `/components/schemas/Scan/properties/eta` */
  readonly place: string;
  readonly schema: JsonObject;
}

/** Returns the schemas of bodies, answers, parameters, headers and components, each with its inner schemas. */
export function schemasOf({ components, ...rest }: JsonObject): FoundSchema[] {
  const { schemas, ...others } = components as JsonObject;
  return [...each(schemas, '/components/schemas'), ...besides(others, '/components'), ...besides(rest, '')];
}

/** Returns every `schema` of parameters, headers and media types. */
function besides(node: unknown, place: string): FoundSchema[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, child]: [string, unknown]) => {
    if (key === 'examples') return [];
    const here = `${place}/${key}`;
    return key === 'schema' ? withInner(child as JsonObject, here) : besides(child, here);
  });
}

const withInner = (schema: JsonObject, place: string): FoundSchema[] => [
  { place, schema },
  ...each(schema['properties'], `${place}/properties`),
  ...['items', 'additionalProperties'].flatMap((key) => (isSchema(schema[key]) ? withInner(schema[key], `${place}/${key}`) : [])),
  ...UNIONS.flatMap((key) => each(schema[key], `${place}/${key}`)),
];

const each = (schemas: unknown, place: string): FoundSchema[] =>
  Object.entries((schemas ?? {}) as Readonly<Record<string, JsonObject>>).flatMap(([key, schema]) => withInner(schema, `${place}/${key}`));

const isSchema = (node: unknown): node is JsonObject => typeof node === 'object' && node !== null;

const UNIONS = ['oneOf', 'anyOf', 'allOf'] as const;
