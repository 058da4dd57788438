import { expect, it } from '@jest/globals';
import { EndedParts } from './ended-parts.js';

it('names the parts that ended, each way of ending once', () => {
  const ended = new EndedParts();
  expect(ended.lines()).toEqual([]);
  ended.add('webhook-sender', { code: 1, signal: null });
  ended.add('postgres', { code: null, signal: 'SIGKILL' });
  ended.add('webhook-sender', { code: 1, signal: null });
  expect(ended.lines()).toEqual([
    'webhook-sender ended (exit code 1) and was restarted, 2 times',
    'postgres ended (SIGKILL) and was restarted',
  ]);
});
