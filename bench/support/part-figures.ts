import type { Measurement } from './scenario.js';

/** The parts of a stack without the receivers, which the bench itself provides. */
export const PARTS = ['event-builder', 'webhook-sender', 'token-api', 'broker', 'database'] as const;

/** Returns the CPU of all parts together, then of each part. @param cpuOf a part's CPU seconds per 10,000 messages */
export function cpuFigures(variant: string, cpuOf: (part: string) => number): Measurement[] {
  const unit = 's per 10,000';
  const all = PARTS.reduce((sum, part) => sum + cpuOf(part), 0);
  return [
    { variant, figure: 'CPU, all parts', unit, value: all, ratioTarget: { atMost: 1.1 } },
    ...PARTS.map((part) => ({ variant, figure: `CPU, ${part}`, unit, value: cpuOf(part) })),
  ];
}
