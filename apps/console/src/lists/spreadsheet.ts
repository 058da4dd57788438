// The form of a CSV file that a person opens in a spreadsheet.

/** Returns the parameters of an export for the reader's language. A spreadsheet splits at `;` where the decimal sign is a comma. */
export function spreadsheetFormat(language: string) {
  const decimal = new Intl.NumberFormat(language).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value;
  return { for: 'spreadsheet', separator: decimal === ',' ? 'semicolon' : 'comma' } as const;
}
