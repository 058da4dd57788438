// The search part of an address. All values are texts: a tracking number with leading zeros is no number.

export type SearchTexts = Readonly<Record<string, string>>;

export const parseSearchText = (text: string): SearchTexts => Object.fromEntries(new URLSearchParams(text));

/** Writes the search part without empty values. */
export function toSearchText(search: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}

/** Keeps the named fields that have a text. */
export const pickTexts =
  <K extends string>(...names: readonly K[]) =>
  (search: Readonly<Record<string, unknown>>): { readonly [Name in K]?: string } =>
    Object.fromEntries(
      names.filter((name) => search[name] !== undefined && search[name] !== '').map((name) => [name, String(search[name])]),
    ) as {
      readonly [Name in K]?: string;
    };
