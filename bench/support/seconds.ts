/** Length of a phase, ms; BENCH_PHASE_SECONDS makes all of them shorter (or longer) while one tunes. */
export const phaseMs = (usualSeconds: number): number => Number(process.env['BENCH_PHASE_SECONDS'] ?? usualSeconds) * 1000;
