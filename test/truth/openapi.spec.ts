import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { JsonObject } from '#libs/contracts';
import { ERRORS } from '#libs/errors';
import { answerChecks, type OpenApi } from '../support/answer-checks.js';
import { generatedTypes } from './api-types.js';
import { holdFile, holdJson, holdPart, ROOT } from './held-document.js';
import { openApiDocument as document, routes } from './openapi-document.js';

/** The linter would close every object; the test below checks the examples. */
const EXAMPLES_MAY_HAVE_MORE = { 'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true } } as const;

const PATH = 'docs/openapi.json';

it(`${PATH} matches the code`, () => holdJson(PATH, document));

it('the types of the client match the document', async () => {
  await holdFile('libs/api-client/src/api-types.ts', await generatedTypes(document));
});

it('its version is the version of the package, which release.spec.ts compares with all others', () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  expect(document['info']).toMatchObject({ version });
});

it('each operation has one tag that the document explains, a description, and its scope as a badge', () => {
  const tags = (document['tags'] as readonly { name: string; description: string }[]).map(({ name }) => name);
  for (const { path, operation } of routes) {
    const { tags: own, description, security, 'x-badges': badges } = operation as typeof operation & JsonObject;
    const scope = security[0]?.['token']?.[0];
    const expected = {
      own: [expect.any(String)],
      description: expect.stringMatching(/\w/),
      badges: [{ name: scope === undefined ? 'no token' : `scope: ${scope}` }],
    };
    expect({ path, own, description, badges }).toEqual({ path, ...expected });
    expect(tags).toContain((own as readonly string[])[0]);
  }
});

describe('OpenAPI 3.1', () => {
  it('accepts the document', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    expect([valid, errors]).toEqual([true, undefined]);
  });

  it('refuses an invalid document', async () => {
    expect((await new Validator().validate({ ...structuredClone(document), paths: { x: 1 } })).valid).toBe(false);
  });

  it('has no finding of the linter', async () => {
    const config = await createConfig({ extends: ['recommended-strict'], rules: EXAMPLES_MAY_HAVE_MORE });
    const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: join(ROOT, PATH), config });
    expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([]);
  });
});

describe('examples', () => {
  const checks = answerChecks(document as unknown as OpenApi);

  it('exist for every body and answer, and match their schemas', () => {
    expect(checks.exampleFaults()).toEqual([]);
  });
});

describe('the errors', () => {
  it('without an example in the document are reported as a fault of the answer', () => {
    const { faultsOf } = answerChecks(document as unknown as OpenApi);
    const answer = (code: string) => ({
      method: 'POST',
      path: '/receivers',
      status: 400,
      headers: { 'content-type': 'application/json', 'x-request-id': 'r-1' },
      body: { type: 'client_error', errors: [{ code, detail: 'Not so.', attr: 'url' }] },
    });
    expect(faultsOf(answer('invalid'))).toEqual([]);
    expect(faultsOf(answer('conflict'))).toEqual(['createReceiver 400 has no example of the code conflict']);
  });

  it('of all routes make up the catalogue', () => {
    const answers = JSON.stringify(document['paths']) + JSON.stringify(document['components']);
    expect(Object.values(ERRORS).filter(({ detail }) => !answers.includes(JSON.stringify(detail)))).toEqual([]);
  });
});

it('docs/api.md lists every route', () => {
  const lines = routes.map(
    ({ method, path, operation: { summary, security } }) =>
      `- \`${method.toUpperCase()} ${path}\` (${security[0]?.['token']?.[0] ?? '–'}): ${summary}`,
  );
  holdPart('docs/api.md', 'routes', lines.join('\n'));
});
