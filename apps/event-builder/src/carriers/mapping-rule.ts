import type { DeliveryLocation, ExceptionCode, NextAction, ReturnReason, StatusHint } from '#libs/contracts';
import type { SharedWords } from './shared-words.js';

/** The origin of rules: the operator's CARRIERS_DIR, or the shipped files. */
export type Layer = 'operator' | 'shipped';

/** One rule of mappings/<courier>.yaml (domain D.5): if a scan matches `when`, this is its meaning. */
export interface MappingRule {
  readonly when: {
    readonly code?: string;
    readonly subCode?: string;
    /** Anchored: must match from the start of the raw text. */
    readonly text?: RegExp;
  };
  readonly status: StatusHint;
  /** Overrides whether the status counts as the carrier's own inbound scan. */
  readonly inbound?: boolean;
  readonly exceptionCode?: ExceptionCode;
  readonly nextAction?: NextAction;
  readonly returnReason?: ReturnReason;
  readonly deliveryLocation?: DeliveryLocation;
  /** Where the code was observed, if no published list has it. */
  readonly seen?: string;
  /** `mappings/ups.yaml:12`, to show which rule won. */
  readonly source: string;
  readonly layer: Layer;
}

/** The rules of one courier in one layer, indexed by the fields of a scan; within each list the first match wins. */
export interface CourierMapping {
  /** By code, then by sub code; '' holds the rules without a sub code. */
  readonly byCode: ReadonlyMap<string, ReadonlyMap<string, readonly MappingRule[]>>;
  readonly byText: readonly MappingRule[];
  /**
   * The shipped rules under the operator's rules (CARRIERS_OVERLAY). A code rule here beats every code rule below; a text rule here beats
   * every text rule below.
   */
  readonly below?: CourierMapping;
  /** The rules that all shipped mappings share; undefined for an operator's mapping, whose rules mean only what the operator wrote. */
  readonly shared?: SharedRules | undefined;
}

/** The rules and words that all shipped mappings share. */
export interface SharedRules {
  /** Rules for texts that all carriers share; they come after the carrier's own rules. */
  readonly texts: readonly MappingRule[];
  readonly words: SharedWords;
}

export const EMPTY_MAPPING: CourierMapping = { byCode: new Map(), byText: [] };

/** Returns a mapping that is read when a scan first needs it: carriers without scans cost neither time nor memory. */
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

/** Returns the rules of one layer: first rules for codes, then rules for texts. */
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
