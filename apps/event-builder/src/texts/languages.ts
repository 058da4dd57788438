import type { Catalogue } from './catalogue.js';

export const FALLBACK_LANGUAGE = 'en';

/** Languages with several codes. */
const ALIASES: Readonly<Record<string, string>> = { nb: 'no', nn: 'no' };

export type Languages = ReadonlyMap<string, Catalogue>;
/** Languages with texts. */
export type LanguageCodes = Pick<ReadonlySet<string>, 'has' | 'keys'>;

export interface EffectiveLanguage {
  readonly catalogue: Catalogue;
  /** True when the requested language has no texts yet; counted. */
  readonly isFallback: boolean;
}

/** Returns the requested language, else its alias, else the client's default or its alias, else en (domain C.2). */
export function effectiveLanguage(requested: string, clientDefault: string | undefined, languages: Languages): EffectiveLanguage {
  const own = spoken(requested, languages);
  if (own !== undefined) return { catalogue: own, isFallback: false };
  const catalogue = (clientDefault === undefined ? undefined : spoken(clientDefault, languages)) ?? languages.get(FALLBACK_LANGUAGE);
  if (catalogue === undefined) throw new RangeError(`there is no catalogue ${FALLBACK_LANGUAGE}.json`);
  return { catalogue, isFallback: true };
}

const spoken = (language: string, languages: Languages): Catalogue | undefined =>
  languages.get(language) ?? languages.get(aliasOf(language));

/**
 * Returns why a language cannot be the default; undefined = it can. Without this check a default language without texts would silently
 * become English.
 */
export function noTextsIn(language: string, languages: LanguageCodes): string | undefined {
  if (languages.has(language) || languages.has(aliasOf(language))) return undefined;
  return `${language}, which has no texts: choose one of ${[...languages.keys()].join(', ')}`;
}

export const aliasOf = (language: string): string => (Object.hasOwn(ALIASES, language) ? (ALIASES[language] ?? language) : language);
