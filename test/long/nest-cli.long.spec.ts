import { execFile } from 'node:child_process';
import { cpSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../support/temporary-folder.js';

const ROOT = join(import.meta.dirname, '../..');
const NEST = join(ROOT, 'node_modules/@nestjs/cli/bin/nest.js');
/** The message of an app without settings, which then ends. */
const MISSING_SETTINGS = /^The configuration has \d faults:\n {2}- KAFKA_BROKERS is missing/m;
/** nest compiles the app and all libs: 15 s on an idle machine, minutes on a busy machine. */
const COMPILES_WITHIN_MS = 300_000;
const copy = temporaryFolder();

/** `nest` writes into dist, which other tests run. So nest works on a copy of the sources. */
beforeAll(() => {
  for (const name of ['apps', 'libs', 'nest-cli.json', 'package.json', 'tsconfig.json'])
    cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
});

function nest(...args: string[]): Promise<string> {
  const env = { PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}` };
  return new Promise((resolve) => {
    execFile(process.execPath, [NEST, ...args], { cwd: copy, env }, (_, stdout, stderr) => {
      resolve(stdout + stderr);
    });
  });
}

/** Returns the paths, relative to `folder`, of the files that an app reads while it runs. */
function assetsBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:json|ya?ml)$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => path.includes('src/') && !path.startsWith('console/'))
    .toSorted();
}

describe('nest-cli.json', () => {
  it.each(['token-api', 'webhook-sender'])(
    'lets nest start build and run %s',
    async (app) => {
      expect(await nest('start', app)).toMatch(MISSING_SETTINGS);
    },
    COMPILES_WITHIN_MS,
  );

  it(
    'lets nest start build and run event-builder, with its assets where it looks for them',
    async () => {
      expect(await nest('start', 'event-builder')).toMatch(MISSING_SETTINGS);
      const assets = assetsBelow(join(copy, 'apps'));
      expect(assets.length).toBeGreaterThan(20);
      expect(assetsBelow(join(copy, 'dist', 'apps'))).toEqual(assets);
    },
    COMPILES_WITHIN_MS,
  );
});
