export const accessWords = {
  title: 'Access',
} as const;
