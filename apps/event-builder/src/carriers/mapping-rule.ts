import type { DeliveryLocation, ExceptionCode, NextAction, ReturnReason, StatusHint } from '#libs/contracts';
import type { SharedWords } from './shared-words.js';

/** Whose rules they are: the operator's, from CARRIERS_DIR, or those that come with the service. */
export type Layer = 'operator' | 'shipped';

/** One rule of mappings/<courier>.yaml (domain D.5): `when` a scan looks so, it means this. */
export interface MappingRule {
  readonly when: {
    readonly code?: string;
    readonly subCode?: string;
    /** Anchored: it reads the whole raw text. */
    readonly text?: RegExp;
  };
  readonly status: StatusHint;
  /** Overrides whether the status counts as the carrier's own inbound scan. */
  readonly inbound?: boolean;
  readonly exceptionCode?: ExceptionCode;
  readonly nextAction?: NextAction;
  readonly returnReason?: ReturnReason;
  readonly deliveryLocation?: DeliveryLocation;
  /** Where the code was met, when no published list has it. */
  readonly seen?: string;
  /** `mappings/ups.yaml:12`, for the one who asks which rule won. */
  readonly source: string;
  readonly layer: Layer;
}

/** The rules of one courier in one layer, found by what a scan carries; within each list the first match wins. */
export interface CourierMapping {
  /** By code, then by sub code; '' holds the rules without a sub code. */
  readonly byCode: ReadonlyMap<string, ReadonlyMap<string, readonly MappingRule[]>>;
  readonly byText: readonly MappingRule[];
  /** The shipped rules under the operator's (CARRIERS_OVERLAY). A code rule here beats every code rule below; a text rule here beats every text rule below. */
  readonly below?: CourierMapping;
  /** The rules that all shipped mappings share. An operator's mappings have none: their rules mean what the operator wrote. */
  readonly shared?: SharedRules | undefined;
}

/** What all shipped mappings share. */
export interface SharedRules {
  /** Rules for texts that all carriers share. They come after the rules of the carrier. */
  readonly texts: readonly MappingRule[];
  readonly words: SharedWords;
}

export const EMPTY_MAPPING: CourierMapping = { byCode: new Map(), byText: [] };

/** A mapping that is read when a scan first asks for it: the rules of carriers without scans take neither time nor memory. */
export function readAtFirstUse(read: () => CourierMapping): CourierMapping {
  let mapping: CourierMapping | undefined;
  const known = (): CourierMapping => (mapping ??= read());
  return {
    get byCode() {
      return known().byCode;
    },
    get byText() {
      return known().byText;
    },
    get shared() {
      return known().shared;
    },
  };
}

/** The rules of one layer: those for codes, then those for texts. */
export const rulesOf = ({ byCode, byText }: CourierMapping): readonly MappingRule[] => [
  ...[...byCode.values()].flatMap((bySubCode) => [...bySubCode.values()].flat()),
  ...byText,
];

export function toCourierMapping(rules: readonly MappingRule[]): CourierMapping {
  const byCode = new Map<string, Map<string, MappingRule[]>>();
  const byText: MappingRule[] = [];
  for (const rule of rules) {
    const { code, subCode = '' } = rule.when;
    if (code === undefined) byText.push(rule);
    else
      ofKey(
        ofKey(byCode, code, () => new Map<string, MappingRule[]>()),
        subCode,
        () => [],
      ).push(rule);
  }
  return { byCode, byText };
}

function ofKey<V>(map: Map<string, V>, key: string, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
