export const overviewWords = {
  title: 'Overview',
} as const;
