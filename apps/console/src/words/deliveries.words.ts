export const deliveriesWords = {
  title: 'Deliveries',
} as const;
