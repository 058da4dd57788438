import { expect, it } from '@jest/globals';
import { deliveryIdOf } from './delivery-id.js';

it('never changes for the same event and receiver', () => {
  const [eventid, receiverId] = ['33333333-3333-4333-8333-333333333333', '11111111-1111-4111-8111-111111111111'];
  expect(deliveryIdOf(eventid, receiverId)).toBe('07ca31ab-9fad-5b74-a12b-1b6ae48a17d8');
  expect(deliveryIdOf(receiverId, eventid)).not.toBe(deliveryIdOf(eventid, receiverId));
});
