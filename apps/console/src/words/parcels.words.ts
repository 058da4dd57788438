export const parcelsWords = {
  title: 'Parcels',
} as const;
