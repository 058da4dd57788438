const count = (value: number): string => value.toLocaleString('en');

export const notificationsWords = {
  title: 'Operational events',
  all: 'Deliveries',
  about: 'What they mean',
  more: (more: number) => `and ${count(more)} more`,
  reasons: {
    errors: 'every attempt fails',
    credentials: 'it refuses the credentials',
    circuit_open: 'it does not answer in time',
    held: 'it asked to wait, and deliveries have waited for too long',
    limited: 'deliveries have waited for too long behind its limits',
    gone: 'it answered 410 Gone',
    failing: 'it failed for too long',
  },
  recovered: 'works again',
  exhausted: (deliveries: number) => `${count(deliveries)} ${deliveries === 1 ? 'delivery' : 'deliveries'} ended without success`,
  expiring: { client: 'its client certificate expires', server: 'the certificate of its server expires' },
} as const;
