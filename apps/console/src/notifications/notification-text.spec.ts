import { expect, it } from '@jest/globals';
import { entryText } from './notification-text.js';

const receiverId = 'r';

it.each([
  ['receiver.failing', { receiverId, reason: 'credentials', since: '2026-03-29T10:00:00Z' }, 'it refuses the credentials'],
  ['receiver.recovered', { receiverId, reason: 'errors', since: '2026-03-29T10:00:00Z' }, 'works again'],
  ['receiver.disabled', { receiverId, reason: 'gone', disabledAt: '2026-03-29T10:00:00Z' }, 'it answered 410 Gone'],
  ['delivery.exhausted', { receiverId, count: 1 }, '1 delivery ended without success'],
  [
    'certificate.expiring',
    { receiverId, certificate: 'server', notAfter: '2026-03-29T10:00:00Z' },
    'the certificate of its server expires',
  ],
] as const)('%s in words', (type, entry, text) => {
  expect(entryText(type, entry)).toBe(text);
});
