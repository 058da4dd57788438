// Checks that the document has what client generators need. They turn a missing type into `unknown`, and send an unset unknown as null.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { EVENT_NAMES, OPERATIONAL_EVENT_NAMES, operationalTitleOf } from '#libs/contracts';
import { ERRORS } from '#libs/errors';
import { ROOT } from './held-document.js';
import { openApiDocument as document } from './openapi-document.js';
import { schemasOf } from './openapi-schemas.js';

const schemas = schemasOf(document);
const components = document['components'] as { readonly schemas: Readonly<Record<string, { readonly properties: object }>> };
const where = (isBad: (schema: (typeof schemas)[number]['schema']) => boolean): string[] =>
  schemas.filter(({ schema }) => isBad(schema)).map(({ place }) => place);

/** Schemas that only receivers use: the specification defines them, and no client of the API sends or reads them. */
const isOfWebhooks = ({ place }: { readonly place: string }): boolean => /^\/(?:webhooks|components\/schemas\/Webhook)/.test(place);

describe('a generated client', () => {
  it('knows the type of every value', () => {
    expect(where((schema) => !['type', '$ref', 'oneOf', 'anyOf'].some((word) => word in schema))).toEqual([]);
  });

  it('knows the type of every word', () => {
    expect(where((schema) => ['const', 'enum'].some((word) => word in schema) && !('type' in schema))).toEqual([]);
  });

  it('never has to compare a value with a list or an object', () => {
    expect(where(({ const: only }) => typeof only === 'object')).toEqual([]);
  });

  it('distinguishes the branches of a union by one field, and knows their names', () => {
    const unions = schemas.filter((each) => 'oneOf' in each.schema && !isOfWebhooks(each));
    expect(unions.map(({ place }) => place)).toEqual(['ReceiverAuth', 'ShownAuth'].map((name) => `/components/schemas/${name}`));
    for (const { place, schema } of unions) {
      const { propertyName, mapping } = schema['discriminator'] as { propertyName: string; mapping: Record<string, string> };
      expect([place, propertyName]).toEqual([place, 'type']);
      expect(schema['oneOf']).toEqual(Object.values(mapping).map(($ref) => ({ $ref })));
      for (const [word, $ref] of Object.entries(mapping)) {
        const branch = schemas.find((each) => `#${each.place}` === $ref)?.schema;
        const required: unknown = expect.arrayContaining([propertyName]);
        expect([$ref, branch]).toMatchObject([$ref, { required, properties: { [propertyName]: { type: 'string', const: word } } }]);
      }
    }
  });

  it('distinguishes the two formats of webhooks by their required fields', () => {
    const bodies = schemas.filter(({ place }) => /^\/webhooks\/.+\/requestBody\/.+\/schema$/.test(place));
    const titles = [...EVENT_NAMES.map((event) => `O${event.slice(1)}`), ...OPERATIONAL_EVENT_NAMES.map(operationalTitleOf)];
    expect(bodies).toHaveLength(titles.length);
    const names = titles.map((title) => `#/components/schemas/${title}`);
    expect(bodies.map(({ schema }) => schema['oneOf'])).toEqual(
      names.map((name) => [{ $ref: `${name}Webhook` }, { $ref: `${name}CloudEvent` }]),
    );
  });

  it('has a single other union: one scan or several', () => {
    expect(where((schema) => 'anyOf' in schema || 'allOf' in schema)).toEqual(['/components/schemas/Scans']);
  });

  it('knows the shape of leniently read fields, and that they are optional', () => {
    expect(components.schemas['Scan']?.properties).toMatchObject({
      eta: { type: ['object', 'null'], required: ['start_date'], properties: { start_date: { type: 'string', format: 'date' } } },
      delivery_location: { type: ['string', 'null'] },
      delivery_information: { type: ['string', 'null'] },
      pickup_location: { type: ['object', 'null'], properties: { coordinates: { type: ['object', 'null'] } } },
      reroute_link: { type: ['string', 'null'] },
      tracking_link: { type: ['string', 'null'] },
    });
    expect(components.schemas['Record']?.properties).toMatchObject({
      warehouse_time_zone: { type: ['string', 'null'] },
      recipient_time_zone: { type: ['string', 'null'] },
      links: { properties: { tracking_link: { type: ['string', 'null'] }, reroute_link: { type: ['string', 'null'] } } },
    });
  });

  it('has one class of errors, with every code', () => {
    const codes = [...new Set(Object.values(ERRORS).map(({ code }) => code))];
    expect(components.schemas['ErrorItem']?.properties).toMatchObject({ code: { type: 'string', enum: codes } });
    const ofErrors = schemas.filter(({ place }) => /\/responses\/(?:Error)?[45]\d\d\/content\//.test(place));
    expect(ofErrors).not.toEqual([]);
    expect(ofErrors.filter(({ schema }) => schema['$ref'] !== '#/components/schemas/Error').map(({ place }) => place)).toEqual([]);
  });

  it('in Python gets every credentials header from the example in docs/clients.md', () => {
    const [, code = ''] = /```python\n([\s\S]+?)```/.exec(readFileSync(join(ROOT, 'docs/clients.md'), 'utf8')) ?? [];
    const sent = [...code.matchAll(/headers=\{"(\w+)"|auth_header_name="(\w+)"/g)].map(([, header, own]) => header ?? own);
    const { securitySchemes } = document['components'] as { securitySchemes: Record<string, { in: string; name: string }> };
    const headers = Object.values(securitySchemes).filter((scheme) => scheme.in === 'header');
    expect(new Set(sent)).toEqual(new Set(headers.map(({ name }) => name)));
    expect(code).toContain('prefix=""');
  });
});
