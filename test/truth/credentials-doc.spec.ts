import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { AUTH_TYPES, authFaults } from '../../apps/token-api/src/receivers/receiver-rules.js';

const DOC = readFileSync(join(import.meta.dirname, '../../docs/credentials.md'), 'utf8');

describe('docs/credentials.md', () => {
  it('shows bodies that the API accepts, one for each type with credentials', () => {
    const auths = [...DOC.matchAll(/-d '(\{"auth": .+\})'/g)].map(
      ([, body]) => (JSON.parse(body ?? '') as { auth: { type: string } }).auth,
    );
    expect(auths.flatMap(authFaults)).toEqual([]);
    expect(['none', ...auths.map(({ type }) => type)]).toEqual(AUTH_TYPES);
  });

  it('says correctly which header names the API accepts and which it refuses', () => {
    const [, listed = ''] = /Headers that the service or the connection sets are refused: (.+)\.\n/.exec(DOC) ?? [];
    const names = [...listed.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name.replace('*', 'x'));
    expect(names).not.toEqual([]);
    const faultsOf = (name: string): string[] => authFaults({ type: 'headers', headers: { [name]: 'v' } }).map(({ attr }) => attr);
    expect(names.flatMap(faultsOf)).toEqual(names.map((name) => `headers.${name}`));
  });
});
