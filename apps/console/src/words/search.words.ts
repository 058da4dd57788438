export const searchWords = {
  title: 'Search',
  resultsFor: (text: string) => `Parcels for “${text}”`,
  several: 'Several parcels match. Choose one.',
  explainTitle: 'Do you know the courier?',
  explain: 'A parcel that is not found can still be explained: the answer says what is missing.',
  courier: 'Courier, as in your record',
  trackingNumber: 'Tracking number',
  explainButton: 'Explain this parcel',
  emptyTitle: 'What are you looking for?',
} as const;
