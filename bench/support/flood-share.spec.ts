import { expect, it } from '@jest/globals';
import { fairShare, type Progress } from './flood-share.js';

const progressOf = (...steps: readonly (readonly [string, number, number])[]): Progress[] =>
  steps.map(([account, atMs, done]) => ({ account, atMs, done }));

it.each<readonly [string, Progress[], number | undefined]>([
  ['both got the same', progressOf(['a', 1, 5], ['b', 1, 5], ['a', 2, 10], ['b', 2, 10]), 1],
  ['one waited for the other', progressOf(['b', 1, 0], ['a', 2, 10], ['b', 4, 10]), 0],
  ['one had a third when the other had all', progressOf(['a', 1, 5], ['b', 1, 2], ['b', 2, 5], ['a', 3, 10], ['b', 9, 10]), 5 / 7.5],
  ['neither is done', progressOf(['a', 1, 5], ['b', 1, 2]), undefined],
  ['a single account', progressOf(['a', 1, 10]), undefined],
])('%s', (_, progress, share) => {
  expect(fairShare(progress, 10)).toEqual(share);
});
