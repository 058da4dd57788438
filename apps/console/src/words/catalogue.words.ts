export const catalogueWords = {
  title: 'Event catalogue',
} as const;
