// Part of the build: writes mappings/<courier>.json beside each shipped mappings/<courier>.yaml of dist.
import { writeFileSync } from 'node:fs';
import { compiledPath, readCarrierTexts, SHIPPED_ALONE } from './carrier-mappings.provider.js';
import { compileMapping } from './compiled-mapping.js';
import { courierOf } from './parse-carrier-files.js';

for (const [file, yaml] of readCarrierTexts(SHIPPED_ALONE).flatMap(({ texts }) => [...texts])) {
  if (courierOf(file) !== undefined) writeFileSync(compiledPath(file), compileMapping(file, yaml));
}
