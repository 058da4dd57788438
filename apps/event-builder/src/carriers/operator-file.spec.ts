import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../../../../test/support/temporary-folder.js';
import { loadCarrierFiles, readCarrierTexts } from './carrier-mappings.provider.js';
import { type Entry, type OperatorFileFault, readOperatorFile } from './operator-file.js';

const file = (text: string, read: (entry: Entry) => unknown): unknown[] | readonly string[] => {
  try {
    return readOperatorFile('f.yaml', text, read);
  } catch (error) {
    return (error as OperatorFileFault).faults;
  }
};

describe('an operator’s file', () => {
  it.each([
    ['0100', '0100'],
    ['1.0', '1.0'],
    ['"a: b"', 'a: b'],
    ['true', 'true'],
    ['~', undefined],
    ['', undefined],
  ])('reads the text %s as written', (written, text) => {
    expect(file(`- a: ${written}`, (entry) => entry.text('a'))).toEqual([text]);
  });

  it.each([
    ['true', true],
    ['false', false],
    ['~', undefined],
    ['yes', 'f.yaml:1 has a: "yes", which is neither true nor false'],
  ])('reads the truth value %s, or refuses it', (written, value) => {
    expect(file(`- a: ${written}`, (entry) => entry.boolean('a'))).toEqual([value]);
  });

  it.each([
    ['a missing text', '- {}', 'f.yaml:1 lacks "a"'],
    ['an unknown key, in its entry', '- a: 1\n- a: 2\n  ? [b, c]\n  : 3', 'f.yaml:2 has "["b","c"]", which nothing reads'],
  ])('is refused for %s, with one fault', (_, text, fault) => {
    expect(file(text, (entry) => entry.requiredText('a'))).toEqual([fault]);
  });

  it('is refused for a list instead of a text', () => {
    expect(file('- a: [1]', (entry) => entry.text('a'))).toEqual(['f.yaml:1 has "a", which must be a single value']);
  });

  it('is refused for a text instead of a mapping, with one fault', () => {
    const nested = (entry: Entry): unknown => entry.nested('a').text('b');
    expect(file('- a: b', nested)).toEqual(['f.yaml:1 has "a", which must be a mapping such as {key: value}']);
    expect(file('- {}', nested)).toEqual([undefined]);
  });

  it('may define a value once and use it again', () => {
    const texts = (entry: Entry): unknown => [entry.texts('a'), entry.nested('b').text('c')];
    expect(file('- a: &words [x, y]\n  b: &more {c: z}\n- a: *words\n  b: *more', texts)).toEqual([
      [['x', 'y'], 'z'],
      [['x', 'y'], 'z'],
    ]);
    expect(file('- a: *nowhere', texts)).toContain('f.yaml:1 has "a", which uses an undefined name');
  });

  it('that is not YAML reports only the place', () => {
    expect(file('- a: 1\n- {a: 2]\n', (entry) => entry.requiredText('b'))).toEqual([
      expect.stringMatching(/^f\.yaml:2 is not YAML: [^\n]+$/),
    ]);
  });

  it('may be empty', () => {
    expect(file('# nothing yet', () => 'entry')).toEqual([]);
  });

  const deep = 'f.yaml:1 is nested deeper than 100 levels';
  it.each([
    ['a hundred brackets', `- a: ${'['.repeat(100)}${']'.repeat(100)}`, false],
    ['one more', `- a: ${'['.repeat(101)}${']'.repeat(101)}`, true],
    ['braces', `- a: ${'{b: '.repeat(101)}${'}'.repeat(101)}`, true],
    ['dashes in one line', '- - '.repeat(101), true],
    ['many entries beside each other', '- {a: [1], b: {c: 2}}\n'.repeat(101), false],
  ])('is read down to a hundred levels: %s', (_, text, isDeep) => {
    expect(file(text, () => 'entry').includes(deep)).toBe(isDeep);
  });
});

describe('an operator’s folder', () => {
  const withFolder = <T>(names: readonly string[], look: (folder: string) => T): T => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'mappings'));
    names.forEach((name) => writeFileSync(join(folder, name), TEXTS[name] ?? ''));
    return look(folder);
  };
  const TEXTS: Readonly<Record<string, string>> = {
    'clients.yaml': '- {client: shop, language: de}',
    'mappings/a.yaml': '- when: {code: A}\n  status: Packed',
  };

  it('is read in a fixed order, without leftovers of editors and copies', () => {
    const left = ['mappings/.a.yaml.swp', 'mappings/.c.yaml', 'mappings/a.yaml.orig', 'notes.txt'];
    const names = [...left, 'mappings/b.yaml', 'mappings/a.yaml', 'mappings/c.yaml', 'clients.yaml'];
    expect(withFolder(names, (folder) => readCarrierTexts({ folder, isOverlay: false }).flatMap(({ texts }) => [...texts.keys()]))).toEqual(
      ['clients.yaml', 'mappings/a.yaml', 'mappings/b.yaml', 'mappings/c.yaml'],
    );
  });

  it('names an unreadable file', () => {
    const unreadable = withFolder([], (folder) => {
      mkdirSync(join(folder, 'couriers.yaml'));
      return readCarrierTexts({ folder, isOverlay: false }).flatMap((layer) => layer.unreadable);
    });
    expect(unreadable).toEqual([expect.stringMatching(/^couriers\.yaml cannot be read: /)]);
  });

  it('may lack any of its files', () => {
    const { mappings, couriers, warehouses, clients } = withFolder(['mappings/a.yaml', 'clients.yaml'], (folder) =>
      loadCarrierFiles({ folder, isOverlay: false }),
    );
    expect([[...mappings.keys()], [...couriers.keys()], warehouses, [...clients.keys()]]).toEqual([['a'], [], [], ['shop']]);
  });
});
