/**
 * Returns SQL for the form of a number in searches: lower case, without white space and hyphens. Unicode spaces are listed, because `\s`
 * depends on the locale. The indexes of table consignment use exactly this expression.
 * @param text a column or a parameter
 */
export const searchForm = (text: string): string =>
  String.raw`left(upper(regexp_replace(${text}, '[\s\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff\u00ad\u2010-\u2015-]', '', 'g')), 256)`;

/** @param form a result of `searchForm` @param seed SQL of type bigint */
export const numberHash = (form: string, seed: string): string => `hashtextextended(${form}, ${seed})`;

/** The expression of index consignment_of_number. Different numbers may share a hash: compare the numbers, too. */
export const trackingNumberHash = (text: string): string => numberHash(searchForm(text), '0');

/** The expression of index consignment_of_order: a different hash for each account. @param account SQL of type bigint */
export const orderNoHash = (text: string, account: string): string => numberHash(searchForm(text), account);
