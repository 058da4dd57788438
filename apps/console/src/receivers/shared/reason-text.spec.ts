import { expect, it } from '@jest/globals';
import { reasonText } from './reason-text.js';

it.each([
  ['UTC', '09:00:00'],
  ['Asia/Tokyo', '18:00:00'],
])('shows times in the zone %s, and no back quotes', (zone, clock) => {
  expect(reasonText('Every attempt since 2026-03-29T09:00:00.000Z has failed. Correct `url`.', zone)).toBe(
    `Every attempt since 29 Mar 2026, ${clock} has failed. Correct url.`,
  );
});
