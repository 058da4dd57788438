// Finds the scans whose meaning changes when the operator's files are laid over the shipped files.
import type { Scan } from '#libs/contracts';
import { interpretScan, type ScanReading } from './interpret-scan.js';
import { type CourierMapping, EMPTY_MAPPING, type MappingRule, rulesOf } from './mapping-rule.js';

type Mappings = ReadonlyMap<string, CourierMapping>;

export interface ChangedReading {
  readonly courier: string;
  readonly code: string;
  /** '' = none. */
  readonly subCode: string;
  /** undefined = no rule decided; a hint or a text of the producer did. */
  readonly before: ScanReading | undefined;
  readonly after: ScanReading | undefined;
}

/** Returns every code that a rule of either set names and that the two sets read differently. */
export function changedReadings(before: Mappings, after: Mappings): readonly ChangedReading[] {
  const couriers = [...new Set([...before.keys(), ...after.keys()])];
  return couriers.flatMap((courier) => {
    const [old, next] = [before.get(courier) ?? EMPTY_MAPPING, after.get(courier) ?? EMPTY_MAPPING];
    return codesOf(old, next).flatMap(({ code, subCode }) => {
      const scan = { courier, code, ...(subCode !== '' && { subCode }), rawText: '' } as Scan;
      const change = { courier, code, subCode, before: readingOf(scan, old), after: readingOf(scan, next) };
      return isSame(change.before, change.after) ? [] : [change];
    });
  });
}

/** Counts the shipped text rules of each courier: they read scans that no other rule reads. */
export const shippedTexts = (mappings: Mappings): ReadonlyMap<string, number> =>
  new Map(
    [...mappings].map(([courier, mapping]) => [
      courier,
      allRules(mapping).filter(({ when, layer }) => when.code === undefined && layer === 'shipped').length,
    ]),
  );

function codesOf(...mappings: readonly CourierMapping[]): readonly { readonly code: string; readonly subCode: string }[] {
  const names = new Map<string, { readonly code: string; readonly subCode: string }>();
  for (const { when } of mappings.flatMap(allRules)) {
    const { code, subCode = '' } = when;
    if (code !== undefined) names.set(JSON.stringify([code, subCode]), { code, subCode });
  }
  return [...names.values()];
}

const allRules = (mapping: CourierMapping): readonly MappingRule[] => [
  ...rulesOf(mapping),
  ...(mapping.below === undefined ? [] : allRules(mapping.below)),
];

function readingOf(scan: Scan, mapping: CourierMapping): ScanReading | undefined {
  const reading = interpretScan(scan, mapping);
  return reading.isUnmapped ? undefined : reading;
}

const OUTCOMES = ['status', 'inbound', 'exceptionCode', 'nextAction', 'returnReason', 'deliveryLocation'] as const;

const isSame = (one: ScanReading | undefined, other: ScanReading | undefined): boolean =>
  OUTCOMES.every((outcome) => one?.[outcome] === other?.[outcome]);
