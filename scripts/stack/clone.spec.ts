import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../../test/support/temporary-folder.js';
import { breakBetween, ROOT } from './clone.js';

const folder = temporaryFolder();

/** A clone with these migrations. */
function clone(name: string, ...files: string[]): string {
  const root = join(folder, name);
  const migrations = join(root, 'libs/persistence/src/migrations');
  mkdirSync(migrations, { recursive: true });
  for (const file of ['migrations.ts', ...files]) writeFileSync(join(migrations, file), '');
  return root;
}

describe('between two clones', () => {
  const now = clone('now', '1764500000000-first-tables.migration.ts', '1764600000000-expands.migration.ts');
  const before = clone('before', '1764500000000-first-tables.migration.ts');
  const old = clone('old', '1763700000000-first-tables.migration.ts', '1764500000000-later.migration.ts');

  it('a later migration is not a break', () => {
    expect(breakBetween(now, before)).toBeUndefined();
    expect(breakBetween(ROOT, ROOT)).toBeUndefined();
  });

  it('another number of the first migration is a break, in both directions', () => {
    expect(breakBetween(now, old)).toBe(
      `a break: the first migration is 1764500000000 in ${now}, 1763700000000 in ${old}. Each starts with an empty database and empty topics`,
    );
    expect(breakBetween(old, now)).toContain('first migration is 1763700000000 in');
  });

  it('a clone of this repository has a first migration', () => {
    expect(breakBetween(ROOT, clone('without'))).toMatch(/the first migration is \d{13} in .*, none in /);
  });
});
