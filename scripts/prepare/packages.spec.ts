import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { FIRST } from './packages.mjs';

const ROOT = join(import.meta.dirname, '..', '..');
const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<string, object>;

/** Returns the packages that the programs of the local stack import. */
function imported(): Set<string> {
  const files = globSync(['apps/*/src/**/*.ts', 'libs/*/src/**/*.ts', 'scripts/{cli,stack}/**/*.ts'], { cwd: ROOT });
  const sources = files.filter((file) => !file.startsWith('apps/console/') && !file.endsWith('.spec.ts'));
  const paths = sources.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/(?:from|import\() ?'([^.#'][^']*)'/g)].map(([, path = '']) => path),
  );
  return new Set(paths.filter((path) => !path.startsWith('node:')).map((path) => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path));
}

it('the first packages of a clone contain every development package that the local stack imports', () => {
  const ofDevelopment = [...imported()].filter((name) => name in devDependencies!);
  expect(ofDevelopment).toContain('@peculiar/x509');
  expect(FIRST).toEqual(expect.arrayContaining(ofDevelopment));
});

it('the first packages are development packages of package.json', () => {
  expect(FIRST.filter((name) => !(name in devDependencies!) || name in dependencies!)).toEqual([]);
});
