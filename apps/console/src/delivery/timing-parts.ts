import type { Schemas } from '../api/schemas.js';

type Timings = Schemas['AttemptTimings'];

export type Phase = 'dns' | 'connect' | 'tls' | 'firstByte' | 'rest';

export interface TimingPart {
  readonly phase: Phase;
  readonly ms: number;
  /** The share of the bar, 0 to 100. */
  readonly percent: number;
}

/** Returns the phases that took place, in their order; `rest` is the remainder of the total. */
export function timingParts({ dnsMs, connectMs, tlsMs, firstByteMs, totalMs }: Timings): readonly TimingPart[] {
  const measured = [
    { phase: 'dns' as const, ms: dnsMs },
    { phase: 'connect' as const, ms: connectMs },
    { phase: 'tls' as const, ms: tlsMs },
    { phase: 'firstByte' as const, ms: firstByteMs },
  ].filter((part): part is { phase: Exclude<Phase, 'rest'>; ms: number } => part.ms !== null);
  const sumMs = measured.reduce((sum, { ms }) => sum + ms, 0);
  const restMs = Math.max(0, totalMs - sumMs);
  const parts = restMs > 0 ? [...measured, { phase: 'rest' as const, ms: restMs }] : measured;
  const barMs = Math.max(1, sumMs + restMs);
  return parts.map((part) => ({ ...part, percent: (part.ms / barMs) * 100 }));
}

/** Whether an answer came without a new connection. */
export const isReused = ({ connectMs, firstByteMs }: Timings): boolean => connectMs === null && firstByteMs !== null;
