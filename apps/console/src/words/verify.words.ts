/** The words about signatures, and about how a receiver verifies them. */
export const verifyWords = {
  snippets: 'Verify the signature in your server',
  languages: 'Language of the code',
  snippet: (language: string) => `Verify the signature in ${language}`,
  show: 'Show the code that verifies it',
  hide: 'Hide the code',
  check: 'Check the signature',
  signature: 'Sent with this signature',
  how: 'The signature covers webhook-id, webhook-timestamp and the body, with dots between. This command makes the signature again; set your signing secret in its first line. Its output must match the text behind v1, in the header webhook-signature.',
  command: 'Command that makes the signature again',
  masked: 'The answer came too late to show the signature here. Send another test event.',
} as const;
