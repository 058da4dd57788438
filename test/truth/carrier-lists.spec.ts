// Every published code of a carrier has a rule with the code's meaning. A rule for any other code must name its source.
import { STATUS_RULES } from '#libs/contracts';
import { describe, expect, it } from '@jest/globals';
import { explainScan, type Consequence } from '../../apps/event-builder/src/carriers/explain-scan.js';
import { interpretScan } from '../../apps/event-builder/src/carriers/interpret-scan.js';
import type { MappingRule } from '../../apps/event-builder/src/carriers/mapping-rule.js';
import { contradiction, MEANING_CLASSES } from '../../apps/event-builder/src/carriers/meaning-class.js';
import { codeLists, codeRulesOf, isRuled, type ListedCode, mappingOf, scanOf, SHIPPED } from './carrier-lists.js';

const lists = codeLists();
const couriers = [...new Set(lists.map(({ courier }) => courier))];
const listedOf = (courier: string): readonly ListedCode[] => lists.flatMap((list) => (list.courier === courier ? list.codes : []));
const nameOf = ({ code, sub_code: subCode }: ListedCode): string => [code, subCode].join(' ').trim();

describe.each(lists)('lists/$file', ({ courier, head, codes }) => {
  it('says in its head whose codes it has, their source and date, and how many', () => {
    expect(Object.keys(head)).toEqual(expect.arrayContaining(['courier', 'codes', 'source', 'version', 'count']));
    expect(head['courier']).toEqual([courier]);
    expect(head['count']).toEqual([String(codes.length)]);
    expect(SHIPPED.mappings.has(courier)).toBe(true);
  });

  it('has every code once, with a class and a meaning', () => {
    expect(codes.length).toBeGreaterThan(0);
    expect(codes.filter((row, index) => codes.findIndex((other) => nameOf(other) === nameOf(row)) !== index)).toEqual([]);
    expect(
      codes.filter((row) => row.code === '' || row.meaning === '' || MEANING_CLASSES[row.class.split(':')[0] ?? ''] === undefined),
    ).toEqual([]);
  });
});

describe.each(couriers)('the rules of %s', (courier) => {
  const listed = listedOf(courier);

  it('cover every listed code', () => {
    expect(listed.filter((row) => !isRuled(courier, row)).map(nameOf)).toEqual([]);
  });

  it('read every listed code according to its class', () => {
    const faults = listed.flatMap((row) => {
      const fault = contradiction(row.class, interpretScan(scanOf(courier, row), mappingOf(courier)));
      return fault === undefined ? [] : [`${nameOf(row)} (${row.meaning}): ${fault}`];
    });
    expect(faults).toEqual([]);
  });

  it('are for listed codes, or say where the code was seen', () => {
    const codes = new Set(listed.flatMap((row) => [nameOf(row), row.code]));
    const strays = codeRulesOf(mappingOf(courier)).filter(
      ({ when, seen }) => seen === undefined && !codes.has([when.code, when.subCode ?? ''].join(' ').trim()),
    );
    expect(strays.map(({ when, source }) => `${source}: ${when.code} ${when.subCode ?? ''}`)).toEqual([]);
  });

  it('decide by a code alone only what holds for each of its sub codes', () => {
    const broad = codeRulesOf(mappingOf(courier)).filter(({ when }) => when.subCode === undefined && when.text === undefined);
    const faults = broad.flatMap((rule) =>
      listed
        .filter((row) => row.code === rule.when.code && row.sub_code !== '' && !allows(row, consequenceOf(courier, rule)))
        .map((row) => `${rule.source}: ${rule.when.code} alone is ${rule.status}, but ${nameOf(row)} is ${row.class}`),
    );
    expect(faults).toEqual([]);
  });
});

const consequenceOf = (courier: string, { when }: MappingRule): Consequence =>
  explainScan(scanOf(courier, { code: when.code ?? '', sub_code: '' }), mappingOf(courier)).follows;

/** Tells whether every code of the class has this consequence. "Some problem" is true of every failed delivery. */
function allows({ class: name }: ListedCode, { event, mayDispatch }: Consequence): boolean {
  const statuses = MEANING_CLASSES[name.split(':')[0] ?? '']?.statuses ?? [];
  const rules = statuses.map((status) => STATUS_RULES[status === 'FailedAttempt' ? 'FailedAttemptFirst' : status]);
  const told = rules.map((rule) => rule.event);
  if (mayDispatch && !rules.every((rule) => rule.class === 'network')) return false;
  return event === undefined || told.every((each) => each === event || (event === 'onDelay' && each === 'onFailedAttempt'));
}
