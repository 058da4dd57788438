import type { Catalogue } from './catalogue.js';

export const LAST_RESORT = 'en';

/** One language under several codes. */
const ALIASES: Readonly<Record<string, string>> = { nb: 'no', nn: 'no' };

export type Languages = ReadonlyMap<string, Catalogue>;

export interface EffectiveLanguage {
  readonly catalogue: Catalogue;
  /** True when the requested language has no texts yet: counted. */
  readonly isFallback: boolean;
}

/** requested → alias → the client's default → en (domain C.2). */
export function effectiveLanguage(requested: string, clientDefault: string | undefined, languages: Languages): EffectiveLanguage {
  const own = languages.get(requested) ?? languages.get(aliasOf(requested));
  if (own !== undefined) return { catalogue: own, isFallback: false };
  const catalogue = (clientDefault === undefined ? undefined : languages.get(clientDefault)) ?? languages.get(LAST_RESORT);
  if (catalogue === undefined) throw new RangeError(`there is no catalogue ${LAST_RESORT}.json`);
  return { catalogue, isFallback: true };
}

export const aliasOf = (language: string): string => (Object.hasOwn(ALIASES, language) ? (ALIASES[language] ?? language) : language);
