interface Counts {
  readonly delivered: number;
  readonly retried: number;
  readonly failed: number;
}

const count = (value: number): string => value.toLocaleString('en');

const counted = ({ delivered, retried, failed }: Counts): string =>
  `${count(delivered)} delivered, ${count(retried)} failed attempts retried, ${count(failed)} failed for good`;

export const overviewWords = {
  title: 'Overview',
  needs: 'Needs attention',
  needsMore: (more: number) =>
    more === 1 ? '1 more needs attention: see the list below.' : `${count(more)} more need attention: see the list below.`,
  open: 'Open',
  openLabel: (name: string) => `Open ${name}`,
  sendAgain: 'Send again',
  sendAgainLabel: (name: string) => `Send again to ${name}`,
  sendAgainTitle: (name: string) => `Send again to ${name}`,
  sendAgainNone: 'No failed delivery is left to send.',
  receivers: 'Receivers',
  filter: 'Filter by name, host or state',
  traffic: 'Traffic',
  range: 'Period of the numbers',
  ranges: { hour: 'Hour', day: 'Day', week: 'Week' },
  rangeNames: { hour: 'the last hour', day: 'the last 24 hours', week: 'the last 7 days' },
  zone: (zone: string) => `Times are in ${zone.replaceAll('_', ' ')}`,
  totals: {
    delivered: 'Delivered',
    success: 'Successful attempts',
    successHint: (failed: number) =>
      failed === 0 ? 'No attempt failed' : `${count(failed)} ${failed === 1 ? 'attempt' : 'attempts'} failed`,
    notDelivered: 'Not delivered',
    nothingFailed: 'No delivery has failed for good',
    waitFor: (receivers: number) => `Deliveries to ${receivers === 1 ? '1 receiver' : `${count(receivers)} receivers`} are waiting`,
    recover: 'Recover',
    latency: 'Highest p95',
    latencyHint: '19 of 20 webhooks arrive faster',
    nothingWaits: 'No delivery waits',
    oldest: (text: string) => `Oldest waiting: ${text}`,
  },
  lanes: { traffic: 'Attempts', success: 'Succeeded', p95: 'p95' },
  bucket: (at: string, counts: Counts, p95: string) => `${at}: ${counted(counts)}, p95 ${p95}`,
  chartHint: 'A bar counts attempts; it opens the deliveries created in that time. The arrow keys go from bar to bar.',
  allOfRange: 'Deliveries created in this period',
  columns: { receiver: 'Receiver', state: 'State', bars: 'Traffic', oldest: 'Oldest waiting' },
  parts: { delivered: 'Delivered', retried: 'Failed attempt, retried', failed: 'All attempts failed' },
  barTitle: (from: string, counts: Counts) => `From ${from}: ${counted(counts)}`,
  barsSummary: (counts: Counts) => counted(counts),
  noReceiverTitle: 'Your account has no receiver yet',
  noReceiver: 'A receiver is your HTTPS endpoint. Create one, send it a test event, and webhooks flow as soon as parcels move.',
  noReceiverAction: 'Create your first receiver',
  noEventTitle: 'No webhook has been sent yet',
  noEvent: 'Send a test event now. It shows at once whether your receiver answers correctly.',
  noEventAction: 'Send a test event',
} as const;
