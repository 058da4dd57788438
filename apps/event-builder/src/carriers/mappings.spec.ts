import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../../../../test/support/temporary-folder.js';
import { parseScanObject, type Scan } from '#libs/contracts';
import { aRecord, aScan, names, ParcelWorld } from '../../../../test/builders/parcel-world.js';
import { languageCodes } from '../texts/texts.provider.js';
import { loadCarrierFiles, SHIPPED_CARRIERS } from './carrier-mappings.provider.js';
import { interpretScan } from './interpret-scan.js';
import { OperatorFileFault } from './operator-file.js';
import { courierLink, parseCouriers } from './parse-couriers.js';
import { parseMapping } from './parse-mapping.js';
import { parseClients, parseWarehouses, warehouseZone } from './parse-retailers.js';

const MAPPING = parseMapping(
  'mappings/test.yaml',
  `
- when: {code: PO}
  status: OutForDelivery
- when: {code: NDELV, sub_code: BRNCH}
  status: FailedAttempt
  next_action: PickUpReady
- when: {code: NDELV, text: "^Refused"}
  status: Exception
  exception_code: CustomerRefusal
- when: {code: NDELV}
  status: FailedAttempt
- when: {code: 0100}
  status: OrderProcessed
- when: {code: RTS}
  status: Return
  exception_code: Damaged
  next_action: PickUpReady
  return_reason: Recall
  delivery_location: Postbox
- when: {text: "^Transferred through .*"}
  status: InTransit
  inbound: true
`,
);

const scan = (fields: object): Scan => {
  const parsed = parseScanObject(
    { ...aScan('x', '2026-03-01T12:00:00Z'), status_hint: null, raw_text: 'text', ...fields },
    Date.UTC(2026, 3),
  );
  if (!parsed.ok) throw new Error(parsed.detail);
  return parsed.value;
};
const read = (fields: object): object => interpretScan(scan(fields), MAPPING);

describe('the meaning of a scan', () => {
  it.each([
    ['code', { carrier_code: 'PO', carrier_sub_code: 'OTHER' }, { status: 'OutForDelivery' }],
    ['code and sub code', { carrier_code: 'NDELV', carrier_sub_code: 'BRNCH' }, { status: 'FailedAttempt', nextAction: 'PickUpReady' }],
    ['code and text', { carrier_code: 'NDELV', raw_text: 'Refused by all' }, { status: 'Exception', exceptionCode: 'CustomerRefusal' }],
    ['edge case 37: a new sub code', { carrier_code: 'NDELV', carrier_sub_code: 'NEW' }, { status: 'FailedAttempt' }],
    ['a code that looks like a number', { carrier_code: '0100' }, { status: 'OrderProcessed' }],
    ['a code before the hint', { carrier_code: 'PO', status_hint: 'Delivered' }, { status: 'OutForDelivery' }],
    ['edge case 37: the hint when no code is known', { carrier_code: 'QQ', status_hint: 'Delivered' }, { status: 'Delivered' }],
    ['the hint before text', { status_hint: 'Delivered', raw_text: 'Transferred through A' }, { status: 'Delivered' }],
    ['text', { raw_text: 'Transferred through A' }, { status: 'InTransit', inbound: true }],
    [
      'hints beside a code',
      { carrier_code: 'PO', exception_hint: 'Customs', inbound_hint: true },
      { exceptionCode: 'Customs', inbound: true },
    ],
    [
      'all hints beside a code',
      { carrier_code: 'PO', next_action_hint: 'NewAttemptToday', return_reason_hint: 'Lost', delivery_location: 'Neighbor' },
      { nextAction: 'NewAttemptToday', returnReason: 'Lost', deliveryLocation: 'Neighbor' },
    ],
    [
      'the rule before the hints',
      {
        carrier_code: 'RTS',
        exception_hint: 'Customs',
        next_action_hint: 'NewAttemptToday',
        return_reason_hint: 'Lost',
        delivery_location: 'Neighbor',
      },
      { exceptionCode: 'Damaged', nextAction: 'PickUpReady', returnReason: 'Recall', deliveryLocation: 'Postbox' },
    ],
    ['an inbound hint of false has no effect', { carrier_code: 'PO', inbound_hint: false }, { status: 'OutForDelivery' }],
  ])('%s', (_, fields, reading) => {
    expect(read(fields)).toMatchObject({ ...reading, isUnmapped: false });
  });

  it('edge case 37: an unknown scan is InternalStatus, causes no event and is listed', () => {
    expect(read({ carrier_code: 'QQ', raw_text: 'not Transferred through A' })).toEqual({
      status: 'InternalStatus',
      isUnmapped: true,
      by: { layer: 'none' },
    });
    const world = new ParcelWorld();
    world.take(aRecord());
    const unknown = { ...aScan('x', '2026-03-28T12:00:00Z', { carrier_code: 'QQ', carrier_sub_code: 'Z' }), status_hint: null };
    expect(names(world.take(unknown))).toEqual([]);
    expect(world.remarks).toContainEqual({
      kind: 'unmapped',
      code: { courier: 'dhl-germany', code: 'QQ', subCode: 'Z', sampleText: 'Raw x', place: expect.any(String) },
      isOwn: false,
    });
  });

  it('edge case 6: a rule marks the inbound scan', () => {
    const mappings = new Map([['dhl-germany', MAPPING]]);
    const world = new ParcelWorld({ mappings });
    world.take(aRecord());
    const transferred = { ...aScan('x', '2026-03-28T12:00:00Z', { raw_text: 'Transferred through Bonn' }), status_hint: null };
    expect(names(world.take(transferred, aScan('InboundScan', '2026-03-28T13:00:00Z')))).toEqual(['onDispatch']);
  });
});

const faultsOf = (act: () => unknown): readonly string[] => {
  try {
    act();
    return [];
  } catch (error) {
    return (error as OperatorFileFault).faults;
  }
};

describe('an entry', () => {
  const statusesOf = (yaml: string, codes: readonly (readonly [string, string?])[]): string[] => {
    const mapping = parseMapping('m.yaml', yaml);
    return codes.map(([code, subCode]) => {
      const found = interpretScan(scan({ carrier_code: code, carrier_sub_code: subCode }), mapping);
      return found.isUnmapped ? 'unmapped' : found.status;
    });
  };

  it('may name many codes and sub codes: one rule for each pair', () => {
    const yaml = '- when: {code: [A, B], sub_code: ["1", 02]}\n  status: Packed\n- when: {code: [C, 07]}\n  status: Loaded\n';
    const codes = [['A', '1'], ['B', '02'], ['A'], ['A', '3'], ['C'], ['07', 'any'], ['7']] as const;
    expect(statusesOf(yaml, codes)).toEqual(['Packed', 'Packed', 'unmapped', 'unmapped', 'Loaded', 'Loaded', 'unmapped']);
  });

  it('may name many texts: one of them is enough', () => {
    const mapping = parseMapping('m.yaml', '- when: {code: A, text: ["^one|two", ^three]}\n  status: Packed\n');
    const isRead = (raw_text: string): boolean => !interpretScan(scan({ carrier_code: 'A', raw_text }), mapping).isUnmapped;
    expect(['one', 'two', 'three', 'and three', 'four'].map(isRead)).toEqual([true, true, true, false, false]);
  });

  it('that is silent causes nothing, whatever else the scan says', () => {
    const mappings = new Map([['dhl-germany', parseMapping('m.yaml', '- when: {code: POD}\n  silent: true\n  seen: a list\n')]]);
    const world = new ParcelWorld({ mappings });
    world.take(aRecord());
    const proof = aScan('Delivered', '2026-03-28T12:00:00Z', {
      carrier_code: 'POD',
      inbound_hint: true,
      eta: { start_date: '2026-03-30' },
    });
    expect(world.take(proof)).toEqual([]);
    expect(world.remarks.filter(({ kind }) => kind === 'unmapped')).toEqual([]);
  });

  it('ignores the kind of blanks in and around texts', () => {
    const mapping = parseMapping('m.yaml', '- when: {text: ^handed over to}\n  status: Packed\n');
    const isRead = (raw_text: string): boolean => !interpretScan(scan({ raw_text }), mapping).isUnmapped;
    expect(['Handed over to', '  Handed\u00a0over\n to Bonn', 'Handedover to'].map(isRead)).toEqual([true, true, false]);
  });

  it('ignores the case of texts', () => {
    const { byText } = parseMapping('m.yaml', '- when: {text: ^Zurück}\n  status: Return\n');
    expect(['ZURÜCK an den Absender', 'zurück', 'Nicht zurück'].map((text) => byText[0]?.when.text?.test(text))).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('a pattern', () => {
  it('finds nothing in a scan without a text', () => {
    const mapping = parseMapping('m.yaml', '- when: {text: ^undefined}\n  status: Delivered');
    const { rawText: _, ...silent } = scan({});
    expect(interpretScan(silent, mapping).isUnmapped).toBe(true);
  });

  it('is anchored in every branch', () => {
    const { byText } = parseMapping('m.yaml', '- when: {text: "^delivered|handed over"}\n  status: Delivered');
    const matches = (text: string): boolean => byText[0]?.when.text?.test(text) ?? false;
    expect(['delivered', 'handed over', 'could not be handed over'].map(matches)).toEqual([true, true, false]);
  });
});

describe('edge case 38: an unusable file is refused with file and line', () => {
  it.each([
    ['an unknown status', '- when: {code: A}\n  status: Delivred', 'm.yaml:1 has status: Delivred'],
    ['a duplicate', '- when: {code: A}\n  status: Packed\n- when: {code: A}\n  status: Loaded', 'm.yaml:3 can never win: m.yaml:1'],
    [
      'two duplicates',
      '- when: {code: A}\n  status: Packed\n- when: {code: A}\n  status: Loaded\n- when: {code: A}\n  status: None',
      'm.yaml:5 can never win: m.yaml:1',
    ],
    ['an unreachable rule', '- when: {code: A}\n  status: Packed\n- when: {code: A, text: ^x}\n  status: Loaded', 'm.yaml:3 can never win'],
    [
      'a text rule behind a rule that matches every text',
      '- when: {text: ^.*}\n  status: Packed\n- when: {text: ^x}\n  status: Loaded',
      'm.yaml:3 can never',
    ],
    [
      'a longer text behind a shorter text',
      '- when: {text: ^De}\n  status: Packed\n- when: {text: ^Del}\n  status: Loaded',
      'm.yaml:3 can never',
    ],
    [
      'a repeated rule for a sub code',
      '- when: {code: A, sub_code: 1}\n  status: Packed\n- when: {code: A, sub_code: 1, text: ^x}\n  status: Loaded',
      'm.yaml:3',
    ],
    ['an empty code', '- when: {code: A, sub_code: ""}\n  status: Packed', 'm.yaml:1 has an empty code'],
    [
      'a pattern that can become slow',
      '- when: {text: "^(a+)+$"}\n  status: Packed',
      'm.yaml:1 has the pattern ^(a+)+$, which can become slow',
    ],
    ['a pattern that is not anchored', '- when: {text: delivered}\n  status: Delivered', 'must begin with ^'],
    ['a broken pattern', '- when: {text: "^("}\n  status: Delivered', 'not a regular expression'],
    ['a misspelt key', '- when: {code: A}\n  stauts: Packed\n  status: Packed', 'm.yaml:1 has "stauts", which nothing reads'],
    ['a sub code alone', '- when: {sub_code: A}\n  status: Packed', 'needs when: {code}'],
    ['a sub code and a text', '- when: {sub_code: A, text: ^x}\n  status: Packed', 'needs when: {code}'],
    ['a code that is empty', '- when: {code: ""}\n  status: Packed', 'm.yaml:1 has an empty code'],
    ['a misspelt condition', '- when: {code: A, subcode: B}\n  status: Packed', 'm.yaml:1 has "subcode", which nothing reads'],
    ['no status', '- when: {code: A}', 'm.yaml:1 needs a status, or silent: true'],
    ['a status beside silence', '- when: {code: A}\n  silent: true\n  status: Packed', 'm.yaml:1 is silent: true, which says everything'],
    ['a reason beside silence', '- when: {code: A}\n  silent: true\n  exception_code: Customs', 'm.yaml:1 is silent: true'],
    ['a code twice in one list', '- when: {code: [A, A]}\n  status: Packed', 'm.yaml:1 can never win: m.yaml:1'],
    [
      'a text in a list that is not anchored',
      '- when: {text: [^a, b]}\n  status: Packed',
      'm.yaml:1 has the pattern b, which must begin with ^',
    ],
    ['a list in a list', '- when: {code: [A, [B]]}\n  status: Packed', 'm.yaml:1 has "code", which must be a list of single values'],
    ['an empty code in a list', '- when: {code: [A, ""]}\n  status: Packed', 'm.yaml:1 has an empty code'],
    ['no when', '- status: Packed', 'needs when: {code}'],
    ['no list', 'when: {code: A}', 'm.yaml:1 must be a list'],
    ['not YAML', '- when: {code: A', 'm.yaml:1 is not YAML'],
    ['an entry that is a word', '- Packed', 'must be a mapping'],
  ])('%s', (_, text, fault) => {
    expect(faultsOf(() => parseMapping('m.yaml', text)).join('\n')).toContain(fault);
  });

  it('accepts rules at different ranks', () => {
    const rules = ['{code: A}', '{code: A, sub_code: 1}', '{text: ^A}', '{code: B, text: ^A}', '{code: B, text: ^}'];
    const text = rules.map((when) => `- when: ${when}\n  status: Packed`).join('\n');
    expect(faultsOf(() => parseMapping('m.yaml', text))).toEqual([]);
  });

  it('refuses a folder without any of the files, because a misspelt folder would leave every scan unmapped', () => {
    expect(faultsOf(() => loadCarrierFiles({ folder: '/no/such/folder', isOverlay: false }))).toEqual([
      expect.stringContaining('none of mappings/<courier>.yaml'),
    ]);
  });

  it('names every fault of every file at once', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'mappings'));
    writeFileSync(join(folder, 'mappings', 'a.yaml'), '- when: {code: A}\n  status: Nope');
    writeFileSync(join(folder, 'couriers.yaml'), '- courier: a\n  tracking_link: http://x.example/\n- courier: a\n');
    writeFileSync(join(folder, 'warehouses.yaml'), '- account: 1\n  time_zone: Mars/Olympus');
    const faults = faultsOf(() => loadCarrierFiles({ folder, isOverlay: false }));
    expect(faults.map((fault) => fault.split(' ')[0])).toEqual(
      expect.arrayContaining(['mappings/a.yaml:1', 'couriers.yaml:1', 'warehouses.yaml:1']),
    );
  });

  it('accepts the shipped files', () => {
    // with every check that applies to an operator's file
    const { mappings, couriers } = loadCarrierFiles({ folder: SHIPPED_CARRIERS, isOverlay: false });
    expect([...mappings.keys()].toSorted()).toEqual(expect.arrayContaining(['dhl-germany', 'hermes-de', 'ups']));
    expect(couriers.get('dhl-germany')?.nextAction.first).toBe('PickUpReady');
  });
});

describe('the operator’s files about couriers, warehouses and clients', () => {
  it('fills in a tracking page, percent-encoded', () => {
    const couriers = parseCouriers('c.yaml', '- courier: x\n  tracking_link: https://x.example/{language}?n={tracking_number}');
    const references = { ...(aRecord({ references: { tracking_number: 'a b+ü' } })['references'] as Record<string, string>) };
    expect(courierLink(couriers.get('x'), references as never)).toBe('https://x.example/de?n=AB%2B%C3%9C');
    expect(courierLink(undefined, references as never)).toBeUndefined();
  });

  it.each([
    ['a courier twice', '- courier: x\n- courier: x', 'c.yaml:2 names x again, after c.yaml:1'],
    ['a default that is misspelt', '- {courier: x, next_action: {frist: PickUpReady}}', 'c.yaml:1 has "frist", which nothing reads'],
    ['a page without https', '- {courier: x, tracking_link: "http://x.example/{tracking_number}"}', 'must be an https address'],
    ['a page for all parcels', '- {courier: x, tracking_link: "https://x.example/"}', 'must be an https address'],
    ['a page that is not an address', '- {courier: x, tracking_link: "https://x example/{tracking_number}"}', 'must be an https address'],
  ])('%s is refused', (_, text, fault) => {
    expect(faultsOf(() => parseCouriers('c.yaml', text))).toEqual([expect.stringContaining(fault)]);
  });

  it('refuses a warehouse without a zone with one fault', () => {
    expect(faultsOf(() => parseWarehouses('w.yaml', '- account: 7'))).toEqual(['w.yaml:1 lacks "time_zone"']);
  });

  it.each([
    ['0', true],
    ['72', true],
    ['72.5', false],
    ['-1', false],
    ['soon', false],
  ])('accepts a grace of %s hours: %s', (hours, isOne) => {
    const clients = (): unknown => parseClients('c.yaml', `- {client: shop, internal_delay_grace_hours: ${hours}}`, languageCodes());
    const fault = `c.yaml:1 has internal_delay_grace_hours: ${hours}, which must be a number from 0 to 72`;
    expect(faultsOf(clients)).toEqual(isOne ? [] : [fault]);
  });

  it('zones and graces', () => {
    const zones = parseWarehouses(
      'w.yaml',
      '- {account: 7, time_zone: Europe/Rome}\n- {account: 7, warehouse: W1, time_zone: Europe/Oslo}',
    );
    expect([warehouseZone(zones, 7, 'W1'), warehouseZone(zones, 7, 'W2'), warehouseZone(zones, 8, 'W1')]).toEqual([
      'Europe/Oslo',
      'Europe/Rome',
      'UTC',
    ]);
    const clients = parseClients('c.yaml', '- {client: shop, language: de, internal_delay_grace_hours: 2}', languageCodes());
    expect(clients.get('shop')).toEqual({ client: 'shop', language: 'de', graceMs: 2 * 60 * 60 * 1000 });
    expect(faultsOf(() => parseClients('c.yaml', '- {client: shop, internal_delay_grace_hours: 73}', languageCodes()))).toHaveLength(1);
  });

  it.each(['hu', 'xx', 'deu', 'DE'])('refuses a client’s default language without texts: %s', (language) => {
    const clients = (spoken: string): unknown => parseClients('c.yaml', `- {client: shop, language: ${spoken}}`, languageCodes());
    expect(faultsOf(() => clients(language))).toEqual([
      `c.yaml:1 has language: ${language}, which has no texts: choose one of cs, da, de, en, es, fr, it, nl, no, pl, pt, sv`,
    ]);
    for (const alias of ['nb', 'nn']) expect(() => clients(alias)).not.toThrow();
  });
});
