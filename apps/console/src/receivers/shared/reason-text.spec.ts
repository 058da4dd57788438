import { expect, it } from '@jest/globals';
import { localTime } from '../../shared/time.js';
import { reasonText } from './reason-text.js';

it('shows times in the zone of the viewer, and no marks of code', () => {
  const at = '2026-03-29T09:00:00.000Z';
  expect(reasonText(`Every attempt since ${at} has failed. Correct \`url\`.`)).toBe(
    `Every attempt since ${localTime(at)} has failed. Correct url.`,
  );
});
