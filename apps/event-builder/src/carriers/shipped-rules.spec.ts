import { describe, expect, it } from '@jest/globals';
import { readCarrierTexts, SHIPPED_ALONE } from './carrier-mappings.provider.js';
import { compile, isCompiled, readSharedRules, readShipped, SHARED_TEXTS, SHARED_WORDS } from './shipped-rules.js';

const shipped = readCarrierTexts(SHIPPED_ALONE).flatMap(({ texts }) => [...texts]);
const mappings = shipped.filter(([file]) => isCompiled(file) && file !== SHARED_WORDS);
const yamlOf = (name: string): string => shipped.find(([file]) => file === name)?.[1] ?? '';

describe('compiled rules', () => {
  it.each(mappings)('%s equals its YAML', (file, yaml) => {
    expect(readShipped({ file, yaml, compiled: compile(file, yaml) })).toEqual(readShipped({ file, yaml, compiled: undefined }));
  });

  it('of shared files equal their YAML', () => {
    const [texts, words] = [SHARED_TEXTS, SHARED_WORDS].map((file) => ({ file, yaml: yamlOf(file), compiled: undefined }));
    const built = [texts, words].map((each) => ({ ...each!, compiled: compile(each!.file, each!.yaml) }));
    expect(readSharedRules(built[0]!, built[1]!)).toEqual(readSharedRules(texts!, words!));
  });

  it('of another YAML are ignored', () => {
    const file = 'mappings/a.yaml';
    const older = compile(file, '- when: {code: A}\n  status: Return\n');
    const { byCode } = readShipped({ file, yaml: '- when: {code: A}\n  status: Delivered\n', compiled: older });
    expect(byCode.get('A')?.get('')).toMatchObject([{ status: 'Delivered' }]);
  });
});
