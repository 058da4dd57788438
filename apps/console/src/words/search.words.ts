export const searchWords = {
  title: 'Search',
  resultsFor: (text: string) => `Parcels for “${text}”`,
  several: 'Several parcels match. Choose one.',
  explainTitle: 'Do you know the courier?',
  explain: 'Name it, and the console explains what is missing for this parcel.',
  courier: 'Courier, as your shop names it',
  trackingNumber: 'Tracking number',
  explainButton: 'Explain this parcel',
  emptyTitle: 'What are you looking for?',
} as const;
