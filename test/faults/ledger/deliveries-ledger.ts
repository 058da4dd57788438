import { faultsOf, groupBy } from '../../support/delivery-ledger.js';
import type { Books } from './books.js';
import { type Difference, differing } from './difference.js';

/** Table delivery and its attempts against what every receiver had to get. */
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

/** Honest receivers get everything; those that never answer well get nothing accepted. */
function compareEnds({ deliveries, receiverOf }: Books): Difference[] {
  const wrong = deliveries.filter(({ receiver_id, status }) => {
    const receiver = receiverOf.get(receiver_id);
    if (!receiver || status === 'pending') return false;
    if (!receiver.isHonest) return status === 'delivered' && receiver.name !== 'dripping';
    return status !== 'delivered' && receiver.name !== 'moody';
  });
  return differing(
    'deliveries that ended otherwise than their receiver behaved',
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
    // a clock that was wrong wrote wrong times: what it wrote then says nothing about pauses
    const wasDeceived = jumps.length > 0 && row.attempts > 1;
    return faultsOf(row, made, wasDeceived ? -Infinity : retryDelayMs);
  });
  return differing('deliveries whose attempts are not as specified', found);
}
