import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonObject } from './message-bytes.js';
import { LENIENTLY } from './lenient-shapes.js';

const ajv = new Ajv2020({ allErrors: false, strict: true, allowUnionTypes: true });
addFormats.default(ajv);

export type SchemaCheck = (message: JsonObject) => ErrorObject | undefined;

/** Compiles a JSON Schema (draft 2020-12) once. The check returns the first error or undefined. */
export function compileSchema(schema: JsonObject): SchemaCheck {
  const validate: ValidateFunction = ajv.compile(asserted(schema));
  return (message) => (validate(message) ? undefined : validate.errors?.[0]);
}

/** Removes the hints for writers of messages: shapes that are read leniently, and a `type` beside an `enum`, whose error names the choices. */
const asserted = (schema: JsonObject): JsonObject => withoutHints(schema) as JsonObject;

function withoutHints(node: unknown): unknown {
  if (typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map(withoutHints);
  const { type, ...rest } = node as JsonObject;
  if (rest['$comment'] === LENIENTLY) return {};
  const saysItAll = Array.isArray(rest['enum']) || typeof rest['const'] === 'string';
  const kept = type === undefined || saysItAll ? rest : { ...rest, type };
  return Object.fromEntries(Object.entries(kept).map(([key, child]) => [key, withoutHints(child)]));
}

/** One fault of a message and its place. */
export interface SchemaFault {
  /** Dotted: `references.language`; '' = the message as a whole. */
  readonly field: string;
  readonly kind: 'required' | 'invalidChoice' | 'invalid';
  readonly detail: string;
}

const thorough = new Ajv2020({ allErrors: true, verbose: true, strict: true, allowUnionTypes: true });
addFormats.default(thorough);

/** Like compileSchema, but the check returns every fault at once, and an unmet alternative as one fault. */
export function compileFaults(schema: JsonObject): (message: JsonObject) => readonly SchemaFault[] {
  const validate: ValidateFunction = thorough.compile(asserted(schema));
  return (message) =>
    validate(message) ? [] : (validate.errors ?? []).filter(({ schemaPath }) => !ALTERNATIVE.test(schemaPath)).map(toFault);
}

const ALTERNATIVE = /\/anyOf\/\d/;

function toFault(error: ErrorObject): SchemaFault {
  const path = error.instancePath.slice(1).replaceAll('/', '.');
  const detail = `${error.message ?? error.keyword}${choicesOf(error)}`;
  if (error.keyword === 'required') {
    const field = String((error.params as { missingProperty?: unknown }).missingProperty);
    return { field: path === '' ? field : `${path}.${field}`, kind: 'required', detail: 'This field is required.' };
  }
  if (error.keyword === 'anyOf') {
    const alternatives = alternativesOf(error);
    return {
      field: [path, alternatives[0]].filter(Boolean).join('.'),
      kind: 'required',
      detail: `Send at least one of ${alternatives.join(', ')}.`,
    };
  }
  return {
    field: path,
    kind: error.keyword === 'enum' ? 'invalidChoice' : 'invalid',
    detail: `${detail[0]?.toUpperCase()}${detail.slice(1)}.`,
  };
}

const alternativesOf = ({ schema }: ErrorObject): string[] =>
  (schema as readonly { readonly required?: readonly string[] }[]).flatMap(({ required = [] }) => required);

const choicesOf = ({ params }: ErrorObject): string => ('allowedValues' in params ? `: ${JSON.stringify(params['allowedValues'])}` : '');

/** Turns `/references/language must match pattern …` into one readable sentence without the message's own values. */
export function describe(error: ErrorObject): string {
  const where = error.instancePath.slice(1).replaceAll('/', '.') || 'the message';
  return `${where} ${error.message ?? error.keyword}${choicesOf(error)}`;
}
