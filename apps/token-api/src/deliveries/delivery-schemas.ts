import { DELIVERY_STATES, EVENT_NAMES, OUTCOMES } from '#libs/contracts';
import { WAITS } from './waiting-for.js';
import { flag, list, moment, object, oneWord, orNull, text, uuid, whole } from '../openapi/schema-words.js';

const fields = {
  deliveryId: uuid(),
  eventid: uuid('Of the event, as the receiver gets it.'),
  event: oneWord(EVENT_NAMES),
  receiverId: uuid(),
  consignmentId: uuid(),
  status: oneWord(
    DELIVERY_STATES,
    '`pending` = an attempt is to come · `delivered` = the receiver answered 2xx · `exhausted` = all attempts failed · `expired` = waited too long behind an open circuit · `cancelled` = the receiver was gone or disabled when an attempt was due, the parcel’s data were erased, or a test could not be handed to the broker.',
  ),
  isTest: flag('Asked for by POST /receivers/{receiverId}/test: no parcel stands behind it.'),
  round: whole(1, '1 = as decided, 2 and more = sent again on request.'),
  attempts: whole(0, 'POSTs made in this round.'),
  nextAttemptAt: orNull(
    moment('Not before this moment; one in the past is due, and `waitingFor` says what keeps it. null = none is planned.'),
  ),
  waitingFor: orNull(
    oneWord(
      WAITS,
      '`retry` = `nextAttemptAt` is still to come · `queue` = it is due and comes in its turn · `circuit` = it is due, but the receiver does not answer in time: one attempt goes out as a probe now and then, the others wait for an answer (`circuit` of GET /receivers/{receiverId}). null = it is not pending.',
    ),
  ),
  lastOutcome: orNull(oneWord(OUTCOMES, 'How the last attempt ended; null = none was made.')),
  lastHttpStatus: orNull(
    whole(100, 'The status that came at the last attempt, also where the rest of the answer did not; null = none came.'),
  ),
  createdAt: moment(),
  updatedAt: moment(),
};

const attempt = {
  title: 'Attempt',
  ...object({
    round: whole(1),
    attempt: whole(1, 'Numbered from 1; the last is 16.'),
    outcome: oneWord(OUTCOMES, '`accepted` alone is a success; the others say what failed.'),
    httpStatus: orNull(
      whole(
        100,
        'The status that came, also where the rest of the answer did not (`timeout`, `connection`): `outcome` alone tells success. null = none came.',
      ),
    ),
    detail: orNull(text('What went wrong, in words.')),
    answer: orNull(text('The first 4 KiB of the body the receiver answered with.')),
    senderAddress: orNull(text('The address the POST came from.')),
    attemptedAt: moment(),
    durationMs: whole(0),
    nextAttemptAt: orNull(moment('null = this was the last one.')),
    requestBody: orNull(
      text(
        'The body as it was sent, byte for byte; null = nothing was sent, the event is not kept any more, or newer attempts show 1 MiB of bodies (all attempts of a round send the same one).',
      ),
    ),
  }),
};

/** For answers that show deliveries beside something else. */
export const DELIVERY = { title: 'Delivery', ...object(fields) };

export const DELIVERY_PAGE = {
  title: 'DeliveryPage',
  ...object({
    deliveries: list(DELIVERY),
    nextCursor: orNull(text('For the parameter `cursor` of the next page; null = this was the last one.')),
  }),
};

export const DELIVERY_DETAIL = {
  title: 'DeliveryDetail',
  ...object({ ...fields, attempts: list(attempt, 'The POSTs made, in order, the newest 200.') }),
};

const delivery = {
  deliveryId: '8f14e45f-ceea-567f-a9cf-3a5c1b0a7d11',
  eventid: '5b0a1c52-9d3f-5b61-8a4e-2f6f0f5f3c21',
  event: 'onDelivered',
  receiverId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  consignmentId: '0f1d2c3b-4a59-5687-8796-a5b4c3d2e1f0',
  status: 'pending',
  isTest: false,
  round: 1,
  attempts: 1,
  nextAttemptAt: '2026-03-29T10:30:00.000Z',
  waitingFor: 'retry',
  lastOutcome: 'http_status',
  lastHttpStatus: 503,
  createdAt: '2026-03-29T10:00:00.000Z',
  updatedAt: '2026-03-29T10:00:00.120Z',
};

export const DELIVERY_EXAMPLES = {
  page: { deliveries: [delivery], nextCursor: null },
  detail: {
    ...delivery,
    attempts: [
      {
        round: 1,
        attempt: 1,
        outcome: 'http_status',
        httpStatus: 503,
        detail: null,
        answer: 'Service Unavailable',
        senderAddress: '203.0.113.7',
        attemptedAt: '2026-03-29T10:00:00.000Z',
        durationMs: 118,
        nextAttemptAt: '2026-03-29T10:30:00.000Z',
        requestBody: '{"event":"onDelivered","eventid":"5b0a1c52-9d3f-5b61-8a4e-2f6f0f5f3c21", …}',
      },
    ],
  },
};
