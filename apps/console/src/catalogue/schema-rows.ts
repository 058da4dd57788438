// A JSON Schema → rows for a reader: path, type and meaning of each field.
import { catalogueWords } from '../words/catalogue.words.js';

export interface SchemaRow {
  readonly path: string;
  readonly type: string;
  readonly meaning: string;
  readonly isOptional: boolean;
  /** All values that the field may have; empty = any value of its type. */
  readonly values: readonly string[];
}

type Schema = Readonly<Record<string, unknown>>;

const { types } = catalogueWords;
/** The column of types names up to so many values. It only counts longer lists. */
const MOST_NAMED = 4;

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** @returns the fields in their order; the fields of an object follow the object */
export const schemaRows = (schema: unknown): readonly SchemaRow[] => distinct(fieldsOf(schema, ''));

function fieldsOf(schema: unknown, prefix: string): readonly SchemaRow[] {
  if (!isSchema(schema)) return [];
  const required = new Set(listOf(schema['required']));
  const own = Object.entries(isSchema(schema['properties']) ? schema['properties'] : {}).flatMap(([name, field]) =>
    rowsOf(`${prefix}${name}`, field, !required.has(name)),
  );
  return [...own, ...variantsOf(schema).flatMap((variant) => fieldsOf(variant, prefix))];
}

function rowsOf(path: string, field: unknown, isOptional: boolean): readonly SchemaRow[] {
  if (!isSchema(field)) return [];
  const values = listOf(field['enum']).map((value) => (value === '' ? '""' : String(value)));
  const row = {
    path,
    type: typeOf(field),
    meaning: textOf(field['description']).replaceAll('`', ''),
    isOptional,
    values: values.length > MOST_NAMED ? values : [],
  };
  return [row, ...fieldsOf(field, `${path}.`), ...fieldsOf(field['items'], `${path}[].`)];
}

function typeOf(schema: unknown): string {
  if (!isSchema(schema)) return types.any;
  const variants = variantsOf(schema);
  if (variants.length > 0) return [...new Set(variants.map(typeOf))].join(types.or);
  if ('const' in schema) return JSON.stringify(schema['const']);
  const values = listOf(schema['enum']);
  if (values.length > MOST_NAMED) return catalogueWords.values(values.length);
  if (values.length > 0) return values.map((value) => JSON.stringify(value)).join(types.or);
  if (schema['type'] === 'array') return types.listOf(typeOf(schema['items']));
  if (schema['maxProperties'] === 0) return types.emptyObject;
  const names = Array.isArray(schema['type']) ? schema['type'] : [schema['type']];
  return names.map((name: unknown) => types.formats[textOf(schema['format'])] ?? nameOf(name)).join(types.or);
}

function nameOf(type: unknown): string {
  const known: Readonly<Record<string, unknown>> = types;
  const name = known[textOf(type)];
  return typeof name === 'string' ? name : types.any;
}

const variantsOf = (schema: Schema): readonly unknown[] => [...listOf(schema['oneOf']), ...listOf(schema['anyOf'])];

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Several variants name the same field. Its first row counts; a field that a variant lacks is optional. */
function distinct(rows: readonly SchemaRow[]): readonly SchemaRow[] {
  const byPath = new Map<string, SchemaRow>();
  for (const row of rows) if (!byPath.has(row.path)) byPath.set(row.path, row);
  return [...byPath.values()];
}
