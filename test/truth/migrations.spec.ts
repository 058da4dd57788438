// Writes the list of the migrations from their files.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { holdFile, ROOT } from './held-document.js';

const FOLDER = 'libs/persistence/src/migrations';

/** Ordered by number, which is the order in which they run. */
const migrations = readdirSync(join(ROOT, FOLDER))
  .filter((file) => file.endsWith('.migration.ts'))
  .toSorted()
  .map((file) => {
    const [, name = ''] = /^export class (\w+) implements MigrationInterface/m.exec(readFileSync(join(ROOT, FOLDER, file), 'utf8')) ?? [];
    return { file, name };
  });

it.each(migrations)('$file has a class whose name ends with its number', ({ file, name }) => {
  expect(/\d{13}$/.exec(name)?.[0]).toBe(file.slice(0, 13));
});

it('the list contains all migrations', () =>
  holdFile(
    `${FOLDER}/migrations.ts`,
    `// Written by UPDATE_DOCS=1 npm test -- --selectProjects truth, from the files of this folder.
${migrations.map(({ file, name }) => `import { ${name} } from './${file.replace(/ts$/, 'js')}';`).join('\n')}

/** In the order in which they run. */
export const MIGRATIONS = [${migrations.map(({ name }) => name).join(',\n')}];
`,
  ));
