import { DELIVERY_STATES } from '#libs/contracts';
import { moment, object, oneWord, orNull, uuid, whole } from '../openapi/schema-words.js';

export const REDELIVERY = {
  title: 'Redelivery',
  ...object({
    redeliveryId: uuid(),
    receiverId: uuid(),
    deliveryId: orNull(uuid('The delivery, when it is one alone; null = all of a period.')),
    from: orNull(moment()),
    to: orNull(moment()),
    status: orNull(
      oneWord(
        DELIVERY_STATES,
        'Those that had ended so; `pending` = those that had not ended, sent again by the operator after a loss; null = one delivery alone.',
      ),
    ),
    state: oneWord(['running', 'done', 'cancelled'], '`cancelled` = the receiver was disabled or deleted meanwhile.'),
    total: whole(0, 'How many were meant when it was asked for. Counted up to 10000; where there are more, it grows with `done`.'),
    done: whole(0, 'How many have begun a new round.'),
    createdAt: moment(),
    updatedAt: moment(),
  }),
};

const redelivery = {
  redeliveryId: '7d9e8f60-1a2b-4c3d-8e4f-5a6b7c8d9e0f',
  receiverId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  deliveryId: null,
  from: '2026-03-28T00:00:00.000Z',
  to: '2026-03-29T00:00:00.000Z',
  status: 'exhausted',
  state: 'running',
  total: 1200,
  done: 400,
  createdAt: '2026-03-29T10:00:00.000Z',
  updatedAt: '2026-03-29T10:00:01.000Z',
};

export const REDELIVERY_EXAMPLES = {
  period: { from: '2026-03-28T00:00:00Z', to: '2026-03-29T00:00:00Z', status: 'exhausted' },
  redelivery,
  one: { ...redelivery, deliveryId: '8f14e45f-ceea-567f-a9cf-3a5c1b0a7d11', from: null, to: null, status: null, total: 1, done: 0 },
};
