import { expect, it } from '@jest/globals';
import type { ScanRow } from '../consignments/scan-history.js';
import { scanWords } from './words.js';

it.each([
  ['A-1', 'scan "A-1" of 2026-03-29T08:00:00Z'],
  ['ab'.repeat(32), 'scan of 2026-03-29T08:00:00Z'],
])('names the scan %s only by an id of its sender', (scanId, words) => {
  const scan = { scanId, occurredAtMs: Date.parse('2026-03-29T08:00:00Z') };
  expect(scanWords({ scan } as ScanRow)).toBe(words);
});
