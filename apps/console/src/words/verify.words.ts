/** The words about signatures, and about how a receiver verifies them. */
export const verifyWords = {
  snippets: 'Verify the signature in your server',
  languages: 'Language of the code',
  snippet: (language: string) => `Verify the signature in ${language}`,
  show: 'Show the code that verifies it',
  hide: 'Hide the code',
  check: 'Check the signature',
  signature: 'Sent with this signature',
  how: 'The signature covers webhook-id, webhook-timestamp and the body, joined by dots. Set your signing secret in the first line of this command. The output must match the text after “v1,” in the header webhook-signature.',
  command: 'Command that recomputes the signature',
  masked: 'The response came too late to show the signature here. Send another test event.',
} as const;
