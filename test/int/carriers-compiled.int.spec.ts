// What the build makes of the shipped mappings, for apps that run from dist.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { SHIPPED_CARRIERS } from '../../apps/event-builder/src/carriers/carrier-mappings.provider.js';
import { compileMapping } from '../../apps/event-builder/src/carriers/compiled-mapping.js';

const BUILT = join(import.meta.dirname, '../../dist/apps/event-builder/src/carriers/mappings');
const files = readdirSync(join(SHIPPED_CARRIERS, 'mappings'));

it.each(files)('dist holds %s in the form that is read fast', (file) => {
  const yaml = readFileSync(join(SHIPPED_CARRIERS, 'mappings', file), 'utf8');
  const built = readFileSync(join(BUILT, file.replace('.yaml', '.json')), 'utf8');
  expect(built).toBe(compileMapping(`mappings/${file}`, yaml));
});
