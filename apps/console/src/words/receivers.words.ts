const count = (value: number, one: string, many: string): string => (value === 1 ? `1 ${one}` : `${value.toLocaleString('en')} ${many}`);

export const receiversWords = {
  title: 'Receivers',
  create: 'New receiver',
  state: {
    failing: 'Failing',
    disabled: 'Disabled',
    retrying: 'Retrying',
    slow: 'Slow',
    paused: 'Paused',
    flowing: 'Flowing',
    quiet: 'Quiet',
  },
  cause: {
    disabled: {
      gone: 'It answered 410, and the service disabled it as you wished. Repair it, then resume it.',
      failing: 'It failed for too long, and the service disabled it as you wished. Repair it, then resume it.',
    },
    paused: 'You paused it: nothing is sent. Resume it to send again.',
    allFailed: (failed: number) => `None of the last 24 hours arrived: ${count(failed, 'delivery', 'deliveries')} failed.`,
    retrying: (span: string) => `An attempt failed and comes again. The oldest delivery has waited for ${span}.`,
    waiting: (span: string) => `Deliveries wait for their turn, the oldest for ${span}.`,
    late: (latency: string) => `One in 20 deliveries of the newest hour took longer than ${latency}.`,
    never: 'No event has come for it yet.',
    quiet: 'No event came for it in the last 24 hours.',
    flowing: 'Every webhook arrives.',
    failedBefore: (failed: number) => `Webhooks arrive, but ${count(failed, 'delivery', 'deliveries')} of the last 24 hours failed before.`,
  },
} as const;
