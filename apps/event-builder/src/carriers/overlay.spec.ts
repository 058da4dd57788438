import { describe, expect, it } from '@jest/globals';
import type { Scan } from '#libs/contracts';
import { aScan } from '../../../../test/builders/parcel-world.js';
import { languageCodes } from '../texts/texts.provider.js';
import { changedReadings, shippedTexts } from './compare-readings.js';
import { changesText, layersText } from './explanation-text.js';
import { interpretScan, rememberedOf, type ScanReading } from './interpret-scan.js';
import { EMPTY_MAPPING } from './mapping-rule.js';
import { OperatorFileFault } from './operator-file.js';
import { type CarrierFiles, type CarrierTexts, parseCarrierFiles } from './parse-carrier-files.js';
import { warehouseZone } from './parse-retailers.js';

type Texts = Readonly<Record<string, string>>;

const layer = (name: CarrierTexts['layer'], texts: Texts): CarrierTexts => ({
  layer: name,
  texts: new Map(Object.entries(texts)),
  unreadable: [],
});
const laid = (operator: Texts, shipped: Texts): CarrierFiles =>
  parseCarrierFiles([layer('operator', operator), layer('shipped', shipped)], languageCodes());

const SHIPPED: Texts = {
  'mappings/a.yaml': `
- when: {code: X, sub_code: "1"}
  status: Delivered
- when: {code: X}
  status: Exception
- when: {code: Y}
  status: InTransit
- when: {text: ^delivered}
  status: Delivered
- when: {text: ^moved}
  status: InTransit
`,
  'mappings/b.yaml': '- when: {code: B}\n  status: Return\n',
  'couriers.yaml':
    '- {courier: a, tracking_link: "https://a.example/{tracking_number}"}\n- {courier: b, tracking_link: "https://b.example/{tracking_number}"}',
  'warehouses.yaml': '- {account: 1, time_zone: Europe/Rome}',
  'clients.yaml': '- {client: shop, language: de}\n- {client: other, language: fr}',
};

const OWN = '- when: {code: X}\n  status: Cancelled\n- when: {text: ^delivered to a neighbour}\n  status: Stored\n';

const scanOf = (fields: Partial<Scan>): Scan => ({ ...aScan('x', '2026-03-01T12:00:00Z'), rawText: '', ...fields }) as unknown as Scan;
const read = (files: CarrierFiles, fields: Partial<Scan>, courier = 'a'): ScanReading =>
  interpretScan(scanOf({ courier, ...fields }), files.mappings.get(courier) ?? EMPTY_MAPPING);

describe('a mapping laid over a shipped one', () => {
  const files = laid({ 'mappings/a.yaml': OWN }, SHIPPED);

  it.each<[string, Partial<Scan>, string, string]>([
    ['any code rule of the operator beats every shipped rule', { code: 'X', subCode: '1' }, 'Cancelled', 'operator'],
    ['shipped rules read what the operator leaves out', { code: 'Y' }, 'InTransit', 'shipped'],
    ['a shipped code beats the hint', { code: 'Y', statusHint: 'Packed' }, 'InTransit', 'shipped'],
    ['the hint beats the operator’s text', { rawText: 'Delivered to a neighbour', statusHint: 'Packed' }, 'Packed', 'hint'],
    ['the operator’s text comes before the shipped text', { rawText: 'Delivered to a neighbour' }, 'Stored', 'operator'],
    ['a shipped code beats the operator’s text', { code: 'Y', rawText: 'Delivered to a neighbour' }, 'InTransit', 'shipped'],
    ['the shipped text comes last', { rawText: 'Delivered' }, 'Delivered', 'shipped'],
    ['a scan that no layer knows stays unmapped', { code: 'Q', rawText: 'q' }, 'InternalStatus', 'none'],
  ])('%s', (_, fields, status, by) => {
    expect(read(files, fields)).toMatchObject({ status, by: { layer: by } });
  });

  it('leaves the mappings of other couriers unchanged', () => {
    expect(read(files, { code: 'B' }, 'b')).toMatchObject({ status: 'Return', by: { layer: 'shipped', rule: 'mappings/b.yaml:1' } });
  });

  it('stands alone when it replaces the shipped mapping', () => {
    const alone = laid({ 'mappings/a.yaml': '{replaces: true, rules: [{when: {code: Z}, status: Packed}]}' }, SHIPPED);
    expect(['Z', 'Y'].map((code) => read(alone, { code }).status)).toEqual(['Packed', 'InternalStatus']);
    expect(read(alone, { code: 'B' }, 'b').status).toBe('Return');
    const beside = laid({ 'mappings/a.yaml': '{replaces: false, rules: [{when: {code: Z}, status: Packed}]}' }, SHIPPED);
    expect(read(beside, { code: 'Y' }).status).toBe('InTransit');
  });

  it('is remembered with each scan: layer, rule and rule set', () => {
    expect(rememberedOf(read(files, { code: 'X' }), 'set-1')).toEqual({
      readAs: 'Cancelled',
      readBy: { layer: 'operator', rule: 'mappings/a.yaml:1', ruleSet: 'set-1' },
    });
    expect(rememberedOf(read(files, { code: 'Q' }), 'set-1')).toEqual({ readAs: 'unmapped', readBy: { layer: 'none', ruleSet: 'set-1' } });
  });

  it('shows its layers, one line per courier, and no line for a single layer', () => {
    expect(layersText(files)).toEqual(['layers  a: yours over shipped', 'layers  b: shipped']);
    expect(layersText(parseCarrierFiles([layer('shipped', SHIPPED)], languageCodes()))).toEqual([]);
  });
});

describe('a shipped mapping', () => {
  it('is read at the first scan of its courier', () => {
    const files = laid({ 'mappings/c.yaml': OWN }, { ...SHIPPED, 'mappings/b.yaml': 'no list of rules' });
    expect(read(files, { code: 'Y' }).status).toBe('InTransit');
    expect(() => read(files, { code: 'B' }, 'b')).toThrow('mappings/b.yaml:1 must be a list');
  });

  it('is read at once when it belongs to the operator', () => {
    expect(() => laid({ 'mappings/b.yaml': 'no list of rules' }, SHIPPED)).toThrow('mappings/b.yaml:1 must be a list');
  });
});

describe('the other files laid over the shipped ones', () => {
  const own: Texts = {
    'couriers.yaml': '- {courier: a, tracking_link: "https://mine.example/{tracking_number}"}',
    'warehouses.yaml': '- {account: 1, time_zone: Europe/Oslo}',
    'clients.yaml': '- {client: shop, language: it}',
  };
  const linksOf = ({ couriers }: CarrierFiles): (string | undefined)[] => [...couriers.values()].map(({ trackingLink }) => trackingLink);
  const languagesOf = ({ clients }: CarrierFiles): unknown[] => [...clients.values()].map(({ client, language }) => [client, language]);

  it('replace the shipped entry of the same courier, warehouse or client, and leave the rest', () => {
    const files = laid(own, SHIPPED);
    expect(linksOf(files)).toEqual(['https://mine.example/{tracking_number}', 'https://b.example/{tracking_number}']);
    expect(warehouseZone(files.warehouses, 1, 'W1')).toBe('Europe/Oslo');
    expect(languagesOf(files)).toEqual([
      ['shop', 'it'],
      ['other', 'fr'],
    ]);
  });

  it('stand alone when they replace the shipped files', () => {
    const alone = Object.fromEntries(
      Object.entries(own).map(([file, text]) => [file, `replaces: true\nrules:\n${text.replace(/^/gm, '  ')}`]),
    );
    const files = laid(alone, SHIPPED);
    expect(linksOf(files)).toEqual(['https://mine.example/{tracking_number}']);
    expect(languagesOf(files)).toEqual([['shop', 'it']]);
  });
});

describe('a file that says whether it replaces', () => {
  it.each([
    ['a misspelt key', '{replace: true, rules: []}', 'm.yaml:1 has "replace", which nothing reads'],
    ['a word for a truth value', '{replaces: perhaps, rules: []}', 'm.yaml:1 has replaces: "perhaps", which is neither true nor false'],
    ['no rules', '{replaces: true}', 'm.yaml:1 must be a list of entries'],
    ['a faulty rule', 'replaces: true\nrules:\n  - when: {code: A}\n', 'm.yaml:3 needs a status'],
  ])('is refused for %s', (_, text, fault) => {
    const act = (): unknown => parseCarrierFiles([layer('operator', { 'mappings/m.yaml': text })], languageCodes());
    expect(act).toThrow(OperatorFileFault);
    expect(act).toThrow(fault);
  });
});

describe('what an overlay changes', () => {
  const before = parseCarrierFiles([layer('operator', { 'mappings/a.yaml': OWN })], languageCodes());
  const after = laid({ 'mappings/a.yaml': OWN }, SHIPPED);

  it('lists every code that is read differently, and the added shipped texts', () => {
    const lines = changesText(changedReadings(before.mappings, after.mappings), shippedTexts(after.mappings));
    expect(lines).toEqual([
      'changes a Y: hint or text → InTransit',
      'changes b B: hint or text → Return',
      'courier a: 1 codes change, 2 shipped text rules come after codes, hints and your texts',
      'courier b: 1 codes change, 0 shipped text rules come after codes, hints and your texts',
      '2 codes are read differently with CARRIERS_OVERLAY=true than with false',
    ]);
  });

  it('lists nothing for equal sets', () => {
    expect(changedReadings(after.mappings, after.mappings)).toEqual([]);
  });
});
