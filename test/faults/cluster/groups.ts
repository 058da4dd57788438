/** Consumer groups without the prefix, and the topics that they read. */
export const GROUP_TOPICS = {
  'event-builder': ['scans', 'records'],
  'webhook-sender.events': ['events'],
  'webhook-sender.attempts': ['delivery-attempts'],
  'webhook-sender.retries': ['delivery-retries'],
} as const;

export const GROUPS = Object.keys(GROUP_TOPICS) as (keyof typeof GROUP_TOPICS)[];
