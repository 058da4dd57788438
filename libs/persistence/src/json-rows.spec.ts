import { expect, it } from '@jest/globals';
import { jsonbRows, jsonRows } from './json-rows.js';

it.each([
  ['none', [], '[]'],
  ['one', ['{"a":1}'], '[{"a":1}]'],
  ['several rows, in their order', ['{"a":"ü"}', '{"a":"–"}', '2'], '[{"a":"ü"},{"a":"–"},2]'],
])('%s of rows is one list, and jsonb has its version before it', (_, rows, text) => {
  expect(jsonRows(rows).toString()).toBe(text);
  expect(jsonbRows(rows)).toEqual(Buffer.concat([Buffer.from([1]), Buffer.from(text)]));
});
