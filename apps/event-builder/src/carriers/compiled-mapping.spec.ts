import { describe, expect, it } from '@jest/globals';
import { readCarrierTexts, SHIPPED_ALONE } from './carrier-mappings.provider.js';
import { compileMapping, readShipped } from './compiled-mapping.js';
import { parseMapping } from './parse-mapping.js';
import { courierOf } from './parse-carrier-files.js';

const shipped = readCarrierTexts(SHIPPED_ALONE)
  .flatMap(({ texts }) => [...texts])
  .filter(([file]) => courierOf(file) !== undefined);

describe('a compiled mapping', () => {
  it.each(shipped)('%s reads as its YAML', (file, yaml) => {
    expect(readShipped(file, yaml, compileMapping(file, yaml))).toEqual(parseMapping(file, yaml, 'shipped'));
  });

  it('of another YAML does not count', () => {
    const yaml = '- when: {code: A}\n  status: Delivered\n';
    const older = compileMapping('mappings/a.yaml', '- when: {code: A}\n  status: Return\n');
    expect(readShipped('mappings/a.yaml', yaml, older).byCode.get('A')?.get('')).toMatchObject([{ status: 'Delivered' }]);
  });
});
