interface Counts {
  readonly delivered: number;
  readonly retried: number;
  readonly failed: number;
}

const counted = ({ delivered, retried, failed }: Counts): string =>
  `${delivered.toLocaleString('en')} delivered, ${retried.toLocaleString('en')} failed attempts that come again, ${failed.toLocaleString('en')} whose attempts all failed`;

export const overviewWords = {
  title: 'Overview',
  subtitle: 'The last 24 hours. New numbers come every 10 seconds.',
  receivers: 'Receivers',
  filter: 'Filter by name, host or state',
  recover: 'Recover',
  totals: {
    delivered: 'Delivered',
    retried: 'Retried attempts',
    stillFailed: 'Still failed',
    latency: 'Latency, p95',
    latencyHint: 'From the event to its 2xx',
    nothingWaits: 'No delivery waits',
    oldest: (text: string) => `Oldest waiting delivery: ${text}`,
    nothingFailed: 'No delivery is lost',
  },
  columns: { receiver: 'Receiver', state: 'State', bars: 'Last 24 hours', p95: 'p95', oldest: 'Oldest waiting' },
  parts: { delivered: 'Delivered', retried: 'Failed attempt, retried', failed: 'All attempts failed' },
  barTitle: (hour: string, counts: Counts) => `From ${hour}: ${counted(counts)}`,
  barsSummary: (counts: Counts) => `Last 24 hours: ${counted(counts)}`,
  noReceiverTitle: 'Your account has no receiver yet',
  noReceiver: 'A receiver is your HTTPS endpoint. Create one, send it a test event, and webhooks flow as soon as parcels move.',
  noReceiverAction: 'Create your first receiver',
  noEventTitle: 'No webhook has been sent yet',
  noEvent: 'Send a test event now. It shows at once whether your receiver answers as it should.',
  noEventAction: 'Send a test event',
} as const;
