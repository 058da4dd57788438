/** The words of the documents that the console shows. */
export const helpWords = {
  help: 'Help',
  helpOn: (title: string) => `Help: ${title}`,
  all: 'All documents',
  titles: {
    console: 'The console',
    'quick-start': 'Quick start',
    'where-is-my-webhook': 'Where is my webhook?',
    receivers: 'Receivers',
    signatures: 'Signatures',
    delivery: 'How webhooks are delivered',
    events: 'Events',
    languages: 'Languages',
    tokens: 'Tokens and sessions',
    errors: 'Errors of the API',
    glossary: 'Words',
  },
  unknownTitle: 'This document is not here',
  unknown: 'The console shows the documents below.',
} as const;
