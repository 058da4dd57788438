export const receiversWords = {
  title: 'Receivers',
} as const;
