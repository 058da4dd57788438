/** The words of every list. */
export const listsWords = {
  zone: 'Time zone',
  accountZone: (zone: string) => `Account (${zone})`,
  from: 'From',
  to: 'Until',
  order: 'Order of the time line',
  orders: { newest: 'Newest first', oldest: 'Oldest first' },
  csv: 'Download CSV',
  csvHint: 'All rows that the filters leave, at most 100,000, for a spreadsheet.',
  csvDone: (file: string) => `${file} is downloaded.`,
  csvCut: 'The file has the first 100,000 rows alone, and says so in its last line. Choose a shorter period for the others.',
} as const;
