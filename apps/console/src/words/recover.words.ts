export const recoverWords = {
  title: 'Recover',
} as const;
