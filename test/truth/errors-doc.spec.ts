import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { ERRORS } from '#libs/errors';

const documented = [...readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8').matchAll(/^\| (\d{3}) \| `(\w+)` \|/gm)].map(
  ([, status, code]) => `${status} ${code}`,
);
const known = Object.values(ERRORS).map(({ status, code }) => `${status} ${code}`);

describe('docs/errors.md and the catalogue', () => {
  it('document every error', () => {
    expect(known.filter((error) => !documented.includes(error))).toEqual([]);
  });

  it('contain every documented error, once', () => {
    expect(documented.filter((error) => !known.includes(error))).toEqual([]);
    expect(new Set(documented).size).toBe(documented.length);
  });

  it('contain every row of the specification', () => {
    expect(known).toEqual(
      expect.arrayContaining([
        '401 authentication_failed',
        '401 not_authenticated',
        '405 method_not_allowed',
        '406 not_acceptable',
        '415 not_acceptable',
        '500 error',
      ]),
    );
  });
});
