/**
 * SQL: numbers as a search compares them: without case, white space and hyphens. The spaces of Unicode are spelled out, because `\s` differs by locale.
 * The indexes of table consignment are built on these very words.
 * @param text a column or a parameter
 */
export const searchForm = (text: string): string =>
  String.raw`left(upper(regexp_replace(${text}, '[\s\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff\u00ad\u2010-\u2015-]', '', 'g')), 256)`;

/** @param form what `searchForm` gives @param seed SQL of type bigint */
export const numberHash = (form: string, seed: string): string => `hashtextextended(${form}, ${seed})`;

/** What index consignment_of_number holds. Different numbers may have the same: compare the numbers, too. */
export const trackingNumberHash = (text: string): string => numberHash(searchForm(text), '0');

/** What index consignment_of_order holds: another hash for each account. @param account SQL of type bigint */
export const orderNoHash = (text: string, account: string): string => numberHash(searchForm(text), account);
