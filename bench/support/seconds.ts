/** Returns the length of a phase, ms; BENCH_PHASE_SECONDS sets another length for all phases. */
export const phaseMs = (usualSeconds: number): number => Number(process.env['BENCH_PHASE_SECONDS'] ?? usualSeconds) * 1000;
