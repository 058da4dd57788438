import { describe, expect, it } from '@jest/globals';
import { schemaRows } from './schema-rows.js';

const TEXT = { type: 'string' };

describe('the fields of a JSON Schema', () => {
  it('are listed with the fields inside them', () => {
    const schema = {
      required: ['data'],
      properties: {
        data: {
          type: 'object',
          description: 'All.',
          required: ['a'],
          properties: { a: TEXT, at: { type: 'string', format: 'date-time' } },
        },
        spans: { type: 'array', items: { type: 'object', properties: { from: TEXT } } },
      },
    };
    expect(schemaRows(schema).map(({ path, type, isOptional }) => [path, type, isOptional])).toEqual([
      ['data', 'object', false],
      ['data.a', 'text', false],
      ['data.at', 'time', true],
      ['spans', 'list of object', true],
      ['spans[].from', 'text', true],
    ]);
    expect(schemaRows(schema)[0]?.meaning).toBe('All.');
  });

  it.each([
    [{ const: 'onCreated' }, '"onCreated"'],
    [{ type: 'integer' }, 'whole number'],
    [{ enum: ['', 'null'] }, '"" or "null"'],
    [{ enum: ['a', 'b', 'c', 'd', 'e'] }, 'one of 5'],
    [{ anyOf: [{ type: 'string', format: 'uri' }, { const: '' }] }, 'URL or ""'],
    [
      {
        oneOf: [
          { type: 'object', properties: { a: TEXT } },
          { type: 'object', maxProperties: 0 },
        ],
      },
      'object or empty object',
    ],
    [{ type: ['string', 'null'] }, 'text or null'],
    [{}, 'any'],
  ])('have a type in words: %o', (field, type) => {
    expect(schemaRows({ properties: { field } })[0]?.type).toBe(type);
  });

  it('are listed once if several variants have them', () => {
    const dates = [
      { type: 'object', properties: { start: TEXT, time: TEXT } },
      { type: 'object', properties: { start: TEXT } },
    ];
    expect(schemaRows({ properties: { eta: { oneOf: dates } } }).map(({ path }) => path)).toEqual(['eta', 'eta.start', 'eta.time']);
  });

  it('are none if the value is no schema', () => {
    expect([schemaRows(undefined), schemaRows({ properties: { a: 1 } })]).toEqual([[], []]);
  });
});
