// Tests the compiled form of the shipped rules, for apps that run from dist.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { readCarrierTexts, SHIPPED_ALONE } from '../../apps/event-builder/src/carriers/carrier-mappings.provider.js';
import { compile, isCompiled } from '../../apps/event-builder/src/carriers/shipped-rules.js';

const BUILT = join(import.meta.dirname, '../../dist/apps/event-builder/src/carriers');
const shipped = readCarrierTexts(SHIPPED_ALONE).flatMap(({ texts }) => [...texts]);

it.each(shipped.filter(([file]) => isCompiled(file)))('dist contains %s in its compiled form', (file, yaml) => {
  expect(readFileSync(join(BUILT, file.replace('.yaml', '.json')), 'utf8')).toBe(compile(file, yaml));
});
