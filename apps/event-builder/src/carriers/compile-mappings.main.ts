// Part of the build: writes a .json beside each shipped .yaml of rules in dist.
import { writeFileSync } from 'node:fs';
import { compiledPath, readCarrierTexts, SHIPPED_ALONE } from './carrier-mappings.provider.js';
import { compile, isCompiled } from './shipped-rules.js';

for (const [file, yaml] of readCarrierTexts(SHIPPED_ALONE).flatMap(({ texts }) => [...texts])) {
  if (isCompiled(file)) writeFileSync(compiledPath(file), compile(file, yaml));
}
