// The carriers' published code lists, apps/event-builder/src/carriers/lists/<courier>[.<generation>].csv.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Scan } from '#libs/contracts';
import { loadCarrierFiles, SHIPPED_ALONE, SHIPPED_CARRIERS } from '../../apps/event-builder/src/carriers/carrier-mappings.provider.js';
import { type CourierMapping, EMPTY_MAPPING, type MappingRule, rulesOf } from '../../apps/event-builder/src/carriers/mapping-rule.js';

export interface ListedCode {
  readonly code: string;
  /** '' = the code without a sub code. */
  readonly sub_code: string;
  /** A meaning class, with its reason if it takes one: `delay:Customs`. */
  readonly class: string;
  readonly meaning: string;
}

export interface CodeList {
  readonly file: string;
  readonly courier: string;
  /** The lines `# key: value` above the table; `source` and `note` may occur several times. */
  readonly head: Readonly<Record<string, readonly string[]>>;
  readonly codes: readonly ListedCode[];
}

const FOLDER = join(SHIPPED_CARRIERS, 'lists');

export const codeLists = (): readonly CodeList[] => readdirSync(FOLDER).toSorted().map(readList);

function readList(file: string): CodeList {
  const text = readFileSync(join(FOLDER, file), 'utf8');
  const head: Record<string, string[]> = {};
  for (const [, key = '', value = ''] of text.matchAll(/^# ([a-z]+): (.+)$/gm)) (head[key] ??= []).push(value);
  const codes = parse<ListedCode>(text, { columns: true, comment: '#', comment_no_infix: true, relax_column_count: false });
  return { file, courier: basename(file).split('.')[0] ?? '', head, codes };
}

export const SHIPPED = loadCarrierFiles(SHIPPED_ALONE);

export const mappingOf = (courier: string): CourierMapping => SHIPPED.mappings.get(courier) ?? EMPTY_MAPPING;

export const codeRulesOf = (mapping: CourierMapping): readonly MappingRule[] =>
  rulesOf(mapping).filter(({ when }) => when.code !== undefined);

/** Returns a scan that contains only the code. */
export const scanOf = (courier: string, { code, sub_code: subCode }: Pick<ListedCode, 'code' | 'sub_code'>): Scan =>
  ({ courier, code, ...(subCode !== '' && { subCode }), rawText: '' }) as Scan;

/** Tells whether a rule reads the code alone, without a certain text. */
export const isRuled = (courier: string, { code, sub_code: subCode }: ListedCode): boolean =>
  [subCode, ''].some((each) =>
    mappingOf(courier)
      .byCode.get(code)
      ?.get(each)
      ?.some(({ when }) => when.text === undefined),
  );
