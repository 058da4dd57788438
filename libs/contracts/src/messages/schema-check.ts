import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonObject } from './message-bytes.js';

const ajv = new Ajv2020({ allErrors: false, strict: true, allowUnionTypes: true });
addFormats.default(ajv);

export type SchemaCheck = (message: JsonObject) => ErrorObject | undefined;

/** Compiles a JSON Schema (draft 2020-12) once; the check answers the first error or undefined. */
export function compileSchema(schema: JsonObject): SchemaCheck {
  const validate: ValidateFunction = ajv.compile(schema);
  return (message) => (validate(message) ? undefined : validate.errors?.[0]);
}

/** `/references/language must match pattern …` as one readable sentence without the message's own values. */
export function describe(error: ErrorObject): string {
  const where = error.instancePath.slice(1).replaceAll('/', '.') || 'the message';
  const allowed = 'allowedValues' in error.params ? `: ${JSON.stringify(error.params['allowedValues'])}` : '';
  return `${where} ${error.message ?? error.keyword}${allowed}`;
}
