import { faultsOf, groupBy } from '../../support/delivery-ledger.js';
import type { Books } from './books.js';
import { type Difference, differing } from './difference.js';

/** Compares table delivery and its attempts with the events that every receiver must get. */
export function compareDeliveries(books: Books): Difference[] {
  const { expected, deliveries, receiverOf } = books;
  const wanted = new Set(
    expected.flatMap(({ account, event, eventid }) =>
      [...new Set(receiverOf.values())].filter((receiver) => receiver.wants(account, event)).map(({ name }) => `${eventid} ${name}`),
    ),
  );
  const pairs = deliveries.map(({ eventid, receiver_id }) => `${eventid} ${receiverOf.get(receiver_id)?.name}`);
  const rows = new Set(pairs);
  return [
    ...differing(
      'deliveries lost: an event that its receiver wants has no row',
      [...wanted].filter((pair) => !rows.has(pair)),
    ),
    ...differing(
      'deliveries invented',
      pairs.filter((pair) => !wanted.has(pair)),
    ),
    ...differing(
      'deliveries with two rows',
      [...groupBy(pairs, (pair) => pair)].filter(([, all]) => all.length > 1).map(([pair]) => pair),
    ),
    ...differing(
      'deliveries still pending',
      deliveries.filter(({ status }) => status === 'pending').map(({ delivery_id }) => delivery_id),
    ),
    ...compareEnds(books),
    ...compareAttempts(books),
  ];
}

/** Honest receivers get everything; receivers that never answer well accept nothing. */
function compareEnds({ deliveries, receiverOf }: Books): Difference[] {
  const wrong = deliveries.filter(({ receiver_id, status }) => {
    const receiver = receiverOf.get(receiver_id);
    if (!receiver || status === 'pending') return false;
    if (!receiver.isHonest) return status === 'delivered' && receiver.name !== 'dripping';
    return status !== 'delivered' && receiver.name !== 'moody';
  });
  return differing(
    'deliveries whose end does not match the behaviour of their receiver',
    wrong.map(
      ({ delivery_id, receiver_id, status, attempts }) =>
        `${delivery_id} for ${receiverOf.get(receiver_id)?.name}: ${status} after ${attempts} attempts`,
    ),
  );
}

function compareAttempts({ deliveries, attempts, retryDelayMs, faults }: Books): Difference[] {
  const madeOf = groupBy(attempts, ({ delivery_id }) => delivery_id);
  const jumps = faults.filter(({ kinds }) => kinds.includes('clock-jump'));
  const found = deliveries.flatMap((row) => {
    const made = madeOf.get(row.delivery_id) ?? [];
    // A wrong clock wrote wrong times: such times say nothing about pauses.
    const wasDeceived = jumps.length > 0 && row.attempts > 1;
    return faultsOf(row, made, wasDeceived ? -Infinity : retryDelayMs);
  });
  return differing('deliveries whose attempts do not follow the specification', found);
}
