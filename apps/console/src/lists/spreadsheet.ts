// The form of a CSV file that a person opens in a spreadsheet.

/** Returns the parameters of an export for the reader's language. A spreadsheet splits at `;` where the decimal sign is a comma. */
export function spreadsheetFormat(language: string) {
  const decimal = new Intl.NumberFormat(language).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value;
  return { for: 'spreadsheet', separator: decimal === ',' ? 'semicolon' : 'comma' } as const;
}

/** Returns the request of a file that has the rows of a list with this filter. */
export const fileRequest = <Filter extends object>(filter: Filter) =>
  ({ params: { query: { ...filter, ...spreadsheetFormat(navigator.language) } }, parseAs: 'blob' }) as const;
