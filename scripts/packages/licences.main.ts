// Checks the licence of every production package in node_modules and of every package in the console's page.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  ALLOWED,
  type BundledPackage,
  bundledPackage,
  type InstalledPackage,
  licenceFaults,
  licenceOf,
  type LockedPackage,
  type Manifest,
  productionPaths,
} from './licences.js';

const ROOT = process.cwd();
const read = (path: string): unknown => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

const { packages } = read('package-lock.json') as { packages: Record<string, LockedPackage> };
// Optional packages for other platforms are not installed here.
const paths = productionPaths(packages).filter((path) => !packages[path]?.optional || existsSync(join(ROOT, path)));
// Vite writes the list of the packages in the page.
const bundled = read('dist/apps/console/licences.json') as readonly BundledPackage[];
const faults = licenceFaults([...paths.map(toInstalled), ...bundled.map(bundledPackage)]);
if (faults.length === 0)
  process.stdout.write(
    `${paths.length} production packages and ${bundled.length} packages in the console's page, all under allowed licences\n`,
  );
else {
  process.stderr.write(`Licences that are not allowed (${[...ALLOWED].join(', ')}):\n${faults.map((line) => `  ${line}`).join('\n')}\n`);
  process.stderr.write('Choose another package, or allow the licence in scripts/packages/licences.ts after reading it.\n');
  process.exitCode = 1;
}

function toInstalled(path: string): InstalledPackage {
  return { path, version: packages[path]?.version ?? '', licence: licenceOf(read(join(path, 'package.json')) as Manifest) };
}
