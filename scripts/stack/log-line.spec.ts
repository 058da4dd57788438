import { describe, expect, it } from '@jest/globals';
import { createRepeatFilter, shortLogLine } from './log-line.js';

describe('a log line of an app', () => {
  it.each([
    ['{"level":30,"event":"delivery.attempted"}', undefined],
    ['{"level":50,"event":"delivery.exhausted","error":"HTTP 500"}', 'sender: error — delivery.exhausted — HTTP 500'],
    ['{"level":40,"event":"receiver.circuitOpened","receiverId":"r-1"}', 'sender: warning — receiver.circuitOpened — receiverId r-1'],
    [
      '{"level":50,"event":"delivery.exhausted","receiverId":"r-1","deliveryId":"d-1","eventid":"e-1"}',
      'sender: error — delivery.exhausted — receiverId r-1 — deliveryId d-1',
    ],
    ['{"level":40,"msg":"slow"}', 'sender: warning — slow'],
    ['Error: boom', 'sender: Error: boom'],
  ])('%s is shown as %s', (line, shown) => {
    expect(shortLogLine('sender', line)).toBe(shown);
  });

  it('is shown once in ten seconds', () => {
    const isNews = createRepeatFilter();
    expect([isNews('a', 0), isNews('a', 9_999), isNews('b', 9_999), isNews('a', 10_000)]).toEqual([true, false, true, true]);
  });

  it('of a receiver is shown once in ten seconds, with the first delivery', () => {
    const isNews = createRepeatFilter();
    const line = (receiverId: string, deliveryId: string): string =>
      shortLogLine('sender', JSON.stringify({ level: 40, event: 'delivery.cancelled', receiverId, deliveryId })) ?? '';
    expect([isNews(line('r-1', 'd-1'), 0), isNews(line('r-1', 'd-2'), 0), isNews(line('r-2', 'd-3'), 0)]).toEqual([true, false, true]);
  });
});
