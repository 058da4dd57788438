// Checks that nest-cli.json names every app and every file that an app reads while it runs. test/long/nest-cli.long.spec.ts runs `nest
// start` itself.
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');

interface Project {
  readonly sourceRoot: string;
  readonly entryFile: string;
  readonly compilerOptions: { readonly tsConfigPath: string; readonly assets?: readonly { readonly include: string }[] };
}

const { projects } = JSON.parse(readFileSync(join(ROOT, 'nest-cli.json'), 'utf8')) as {
  readonly projects: Readonly<Record<string, Project>>;
};

/** The compiler copies a JSON file that a source imports. */
function isImported(file: string): boolean {
  const sources = globSync('*.ts', { cwd: dirname(file) }).map((name) => readFileSync(join(dirname(file), name), 'utf8'));
  return sources.some((source) => source.includes(`from './${basename(file)}' with { type: 'json' }`));
}

describe('nest-cli.json', () => {
  it('names the three apps, but not the console, which Vite builds', () => {
    const apps = readdirSync(join(ROOT, 'apps')).filter((name) => name !== 'console');
    expect(Object.keys(projects).toSorted()).toEqual(apps.toSorted());
  });

  it.each(Object.keys(projects))('lets nest find the sources of %s, and every file that it reads', (app) => {
    const { sourceRoot, entryFile, compilerOptions } = projects[app]!;
    expect([`${sourceRoot}/${entryFile}.ts`, compilerOptions.tsConfigPath].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    const cwd = join(ROOT, sourceRoot);
    const assets = (compilerOptions.assets ?? []).flatMap(({ include }) => globSync(include, { cwd }));
    const read = globSync('**/*.{json,yaml,yml}', { cwd }).filter((file) => !isImported(join(cwd, file)));
    expect(assets.toSorted()).toEqual(read.toSorted());
  });
});
